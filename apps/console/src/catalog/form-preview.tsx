import { formProblems, inputProblems } from "@opsplane/contract";
import { useState } from "react";
import type { CatalogDraft } from "./catalog-draft.ts";
import { FormFields } from "./form-fields.tsx";
import { type FormInputs, filledIn, problemsByField } from "./form-inputs.ts";

/** The form as people will see it; it can be tried out, and says what it would say. */
export function FormPreview({ draft }: { draft: CatalogDraft }) {
  const [inputs, setInputs] = useState<FormInputs>({});
  if (formProblems(draft.form).length > 0) return <span className="dim">The form cannot be shown yet.</span>;
  const known = new Set(Object.keys(draft.form.properties ?? {}));
  const shown = Object.fromEntries(Object.entries({ ...inputs }).filter(([key]) => known.has(key)));
  const touched = new Set(Object.keys(shown));
  const problems = Object.entries(problemsByField(inputProblems(draft.form, filledIn(shown)))).filter(([key]) =>
    touched.has(key),
  );
  return <FormFields form={draft.form} inputs={shown} problems={Object.fromEntries(problems)} onChange={setInputs} />;
}

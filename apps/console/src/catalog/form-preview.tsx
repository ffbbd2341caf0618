import { formProblems, inputProblems } from "@opsplane/contract";
import { useState } from "react";
import { type FormInputs, filledIn, problemsByField } from "../ui/schema-form/inputs.ts";
import { SchemaFields } from "../ui/schema-form/schema-fields.tsx";
import type { CatalogDraft } from "./catalog-draft.ts";

/** A working preview of the form, with its validation messages. */
export function FormPreview({ draft }: { draft: CatalogDraft }) {
  const [inputs, setInputs] = useState<FormInputs>({});
  if (formProblems(draft.form).length > 0) return <span className="dim">No preview yet.</span>;
  const known = new Set(Object.keys(draft.form.properties ?? {}));
  const shown = Object.fromEntries(Object.entries({ ...inputs }).filter(([key]) => known.has(key)));
  const touched = new Set(Object.keys(shown));
  const problems = Object.entries(problemsByField(inputProblems(draft.form, filledIn(shown)))).filter(([key]) =>
    touched.has(key),
  );
  return <SchemaFields form={draft.form} inputs={shown} problems={Object.fromEntries(problems)} onChange={setInputs} />;
}

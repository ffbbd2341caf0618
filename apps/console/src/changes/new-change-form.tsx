import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { changeTypes, type IncidentSummary } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import classes from "../ui/form-page.module.css";
import { FormProblem } from "../ui/form-problem.tsx";
import { useOnceKey } from "../ui/once-key.ts";
import { ChangeTexts } from "./change-texts.tsx";
import { useCreateChange } from "./mutations.ts";
import { type ChangeDraft, emptyDraft, fieldsOf } from "./new-change.ts";
import { NewChangeSide } from "./new-change-side.tsx";
import { windowProblem } from "./window-problem.ts";

interface NewChangeFormProps {
  ciIds: string[];
  incidents: readonly Pick<IncidentSummary, "id" | "reference" | "title">[];
}

export function NewChangeForm({ ciIds, incidents }: NewChangeFormProps) {
  const navigate = useNavigate();
  const create = useCreateChange();
  const key = useOnceKey();
  const form = useForm<ChangeDraft>({
    initialValues: { ...emptyDraft, ci_ids: ciIds, incident_ids: incidents.map(({ id }) => id) },
    validate: {
      title: (title) => (title.trim() ? null : "Enter a title."),
      end: (end, { start }) => windowProblem(start, end) ?? null,
    },
  });
  const standard = form.values.type === "standard";

  const save = (submit: boolean) => {
    if (form.validate().hasErrors) return document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    create.mutate(
      // Another button is another request, so it gets its own key.
      { fields: fieldsOf(form.values, submit), key: key + (submit ? "s" : "d") },
      { onSuccess: ({ reference }) => void navigate({ to: "/changes/$reference", params: { reference } }) },
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save(true);
      }}
    >
      <div className={classes.columns}>
        <div className={classes.main}>
          <ChangeTexts
            title={form.getInputProps("title")}
            placeholder="Upgrade PostgreSQL on db-1 to 18.1"
            types={changeTypes}
            type={form.values.type}
            onType={(type) => form.setFieldValue("type", type)}
            texts={form.values}
            onText={form.setFieldValue}
          />
        </div>
        <NewChangeSide form={form} incidents={incidents} />
      </div>
      <div className={classes.foot}>
        <FormProblem error={create.error} />
        <div className={classes.buttons}>
          <Button size="sm" variant="default" disabled={create.isPending} onClick={() => save(false)}>
            Save draft
          </Button>
          <Button size="sm" type="submit" loading={create.isPending}>
            {standard ? "Create change" : "Submit for approval"}
          </Button>
        </div>
      </div>
    </form>
  );
}

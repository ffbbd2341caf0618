import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type RecurringChange, recurringTypes } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useCan } from "../../session/context.tsx";
import classes from "../../ui/form-page.module.css";
import { FormProblem } from "../../ui/form-problem.tsx";
import { useOnceKey } from "../../ui/once-key.ts";
import { ChangeTexts } from "../change-texts.tsx";
import { useSaveRecurring } from "./queries.ts";
import { draftOf, fieldsOf, type RecurringDraft } from "./recurring-draft.ts";
import { RecurringSide } from "./recurring-side.tsx";

export function RecurringForm(props: { recurring: RecurringChange | undefined }) {
  // The draft belongs to the version that was opened: a later one is a conflict when it is saved.
  const [recurring] = useState(props.recurring);
  const navigate = useNavigate();
  const canWrite = useCan()("itsm:write");
  const save = useSaveRecurring(recurring);
  const key = useOnceKey();
  const form = useForm<RecurringDraft>({
    initialValues: draftOf(recurring),
    validate: {
      title: (title) => (title.trim() ? null : "Enter a title."),
      when: (when) => (when.repeats === "weekly" && when.weekdays.length === 0 ? "Choose at least one weekday." : null),
    },
  });
  const submit = form.onSubmit((draft) =>
    save.mutate({ fields: fieldsOf(draft), key }, { onSuccess: () => void navigate({ to: "/changes/recurring" }) }),
  );
  return (
    <form noValidate onSubmit={submit}>
      <fieldset className={classes.plain} disabled={!canWrite}>
        <div className={classes.columns}>
          <div className={classes.main}>
            <ChangeTexts
              title={form.getInputProps("title")}
              placeholder="Patch the web servers"
              types={recurringTypes}
              type={form.values.type}
              onType={(type) => form.setFieldValue("type", type)}
              texts={form.values}
              onText={form.setFieldValue}
            />
          </div>
          <RecurringSide form={form} />
        </div>
      </fieldset>
      {canWrite ? (
        <div className={classes.foot}>
          <FormProblem error={save.error} />
          <div className={classes.buttons}>
            <Button size="sm" type="submit" loading={save.isPending}>
              Save
            </Button>
          </div>
        </div>
      ) : null}
    </form>
  );
}

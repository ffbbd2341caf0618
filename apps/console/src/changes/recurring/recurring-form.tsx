import { Button, Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type RecurringChange, recurringTypes } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { typeWords } from "../../records/change-badges.tsx";
import { useCan } from "../../session/context.tsx";
import classes from "../../ui/form-page.module.css";
import { FormProblem } from "../../ui/form-problem.tsx";
import { MarkdownField } from "../../ui/markdown-field.tsx";
import { useOnceKey } from "../../ui/once-key.ts";
import { Panel } from "../../ui/panel.tsx";
import { useSaveRecurring } from "./queries.ts";
import { draftOf, fieldsOf, type RecurringDraft } from "./recurring-draft.ts";
import { RecurringSide } from "./recurring-side.tsx";

const explained: Record<RecurringChange["type"], string> = {
  normal: "Each change needs an approval.",
  standard: "Routine and well known: each change is approved beforehand.",
};

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
  const text = (field: "description" | "implementation_plan" | "test_plan" | "rollback_plan") => ({
    value: form.values[field],
    onChange: (value: string) => form.setFieldValue(field, value),
  });
  return (
    <form noValidate onSubmit={submit}>
      <fieldset className={classes.plain} disabled={!canWrite}>
        <div className={classes.columns}>
          <div className={classes.main}>
            <Panel title="What and why">
              <Stack gap="md">
                <TextInput
                  label="Title"
                  placeholder="Patch the web servers"
                  withAsterisk
                  maxLength={300}
                  {...form.getInputProps("title")}
                />
                <Radio.Group label="Type" {...form.getInputProps("type")}>
                  <Stack gap={6} mt={4}>
                    {recurringTypes.map((type) => (
                      <Radio key={type} size="xs" value={type} label={typeWords[type]} description={explained[type]} />
                    ))}
                  </Stack>
                </Radio.Group>
                <MarkdownField
                  label="Description"
                  description="Markdown: what changes, and why"
                  {...text("description")}
                />
              </Stack>
            </Panel>
            <Panel title="Plans">
              <Stack gap="md">
                <MarkdownField
                  label="Implementation plan"
                  description="The steps, in their order, and who does them"
                  {...text("implementation_plan")}
                />
                <MarkdownField label="Test plan" description="How you know that it worked" {...text("test_plan")} />
                <MarkdownField
                  label="Rollback plan"
                  description="How to undo it, and until when that is possible"
                  {...text("rollback_plan")}
                />
              </Stack>
            </Panel>
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

import { Switch, TagsInput, TextInput } from "@mantine/core";
import type { Report, ReportSubscription } from "@opsplane/contract";
import { useState } from "react";
import { fieldProblem, problemElsewhere } from "../../ui/field-problem.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { RecordConflict } from "../../ui/record-conflict.tsx";
import { useRecordDraft } from "../../ui/record-draft.ts";
import { plainAddresses, wrongAddress } from "./addresses.ts";
import { useSaveList } from "./list-mutations.ts";

interface ListDialogProps {
  report: Report;
  /** Absent for a new one. */
  list: ReportSubscription | undefined;
  onClose: () => void;
}

const draftOf = (list: ReportSubscription | undefined) => ({
  name: list?.name ?? "",
  recipients: list?.recipients.map(({ email }) => email) ?? [],
  enabled: list?.enabled ?? true,
});

export function ListDialog({ report, list, onClose }: ListDialogProps) {
  const edit = useRecordDraft(list, draftOf, useSaveList(report.id, list?.id));
  const [tried, setTried] = useState(false);
  const { draft, set } = edit;
  const wrong = wrongAddress(draft.recipients);
  const nameProblem = draft.name.trim() === "" ? "Enter a name." : undefined;
  const peopleProblem = wrong
    ? `${wrong} is not an email address.`
    : draft.recipients.length === 0
      ? "Enter at least one address."
      : undefined;
  const submit = () => {
    setTried(true);
    if (nameProblem || peopleProblem) return;
    edit.save({ ...draft, name: draft.name.trim() }, onClose);
  };
  return (
    <FormDialog
      title={list ? `Edit ${list.name}` : "New distribution list"}
      submit={list ? "Save" : "Create list"}
      isDirty={edit.isChanged}
      pending={edit.saving}
      error={problemElsewhere(edit.error, ["name", "recipients"])}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <RecordConflict {...edit.conflictFace} what="this list" />
      <TextInput
        label="Name"
        placeholder="Management"
        data-autofocus
        maxLength={200}
        error={(tried ? nameProblem : undefined) ?? fieldProblem(edit.error, "name")}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TagsInput
        label="Addresses"
        description="Enter or a comma ends an address. Each person can unsubscribe with a link in the mail."
        placeholder={draft.recipients.length > 0 ? "" : "ann@example.com"}
        splitChars={[",", ";", "\n"]}
        maxTags={200}
        error={(tried || wrong ? peopleProblem : undefined) ?? fieldProblem(edit.error, "recipients")}
        value={draft.recipients}
        onChange={(written) => set({ recipients: plainAddresses(written) })}
      />
      <Switch
        label="Enabled"
        description="A disabled list gets no mails"
        checked={draft.enabled}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

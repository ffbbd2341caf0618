import { Group, Radio, Switch, Textarea, TextInput } from "@mantine/core";
import type { Host } from "@opsplane/contract";
import { useState } from "react";
import { ItemSelect, useItemsByIds } from "../cmdb/index.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
import { RecordConflict } from "../ui/record-conflict.tsx";
import { useRecordDraft } from "../ui/record-draft.ts";
import { draftOf, fieldsOf, problemsOf } from "./host-draft.ts";
import { useSaveHost } from "./queries.ts";
import { SshFields } from "./ssh-fields.tsx";

interface HostDialogProps {
  /** Absent for a new one. */
  host: Host | undefined;
  onClose: () => void;
  onSaved: (host: Host) => void;
}

export function HostDialog({ host, onClose, onSaved }: HostDialogProps) {
  const edit = useRecordDraft(host, draftOf, useSaveHost(host?.id));
  const [tried, setTried] = useState(false);
  const { draft } = edit;
  const problems = problemsOf(draft);
  const shown = tried ? problems : {};
  const submit = () => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    edit.save(fieldsOf(draft), onSaved);
  };
  return (
    <FormDialog
      title={host ? `Edit ${host.name}` : "New host"}
      submit={host ? "Save" : "Add host"}
      size="lg"
      isDirty={edit.isChanged}
      pending={edit.saving}
      error={edit.error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="web-1"
        data-autofocus
        maxLength={100}
        error={shown.name}
        value={draft.name}
        onChange={(event) => edit.set({ name: event.currentTarget.value })}
      />
      <Radio.Group
        label="Connection"
        value={draft.connection}
        onChange={(value) => edit.set({ connection: value === "agent" ? "agent" : "ssh" })}
      >
        <Group gap="lg" mt={6}>
          <Radio value="ssh" label="SSH" />
          <Radio value="agent" label="Agent" />
        </Group>
      </Radio.Group>
      {draft.connection === "ssh" ? (
        <SshFields host={host} draft={draft} problems={shown} onChange={edit.set} />
      ) : (
        <TextInput
          label="Agent"
          description="The name under which the agent claims its jobs."
          placeholder="site-1"
          maxLength={100}
          error={shown.agent}
          value={draft.agent}
          onChange={(event) => edit.set({ agent: event.currentTarget.value })}
        />
      )}
      <HostItem value={draft.ci_id} onChange={(ci_id) => edit.set({ ci_id })} />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxLength={1000}
        value={draft.description}
        onChange={(event) => edit.set({ description: event.currentTarget.value })}
      />
      <Switch
        label="Enabled"
        description="No commands run on a disabled host."
        checked={draft.enabled}
        onChange={(event) => edit.set({ enabled: event.currentTarget.checked })}
      />
      <RecordConflict {...edit.conflictFace} what="this host" />
    </FormDialog>
  );
}

function HostItem({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { data = [] } = useItemsByIds(value ? [value] : []);
  return (
    <ItemSelect
      label="Configuration item"
      placeholder="None"
      clearable
      clearButtonProps={{ "aria-label": "Clear configuration item" }}
      value={data.find(({ id }) => id === value) ?? null}
      onChange={(item) => onChange(item?.id ?? null)}
    />
  );
}

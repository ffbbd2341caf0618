import { Switch, TextInput } from "@mantine/core";
import type { EventType, Webhook } from "@opsplane/contract";
import { useState } from "react";
import { useCan } from "../session/context.tsx";
import { SecretSelect } from "../settings/index.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
import { RecordConflict } from "../ui/record-conflict.tsx";
import { useRecordDraft } from "../ui/record-draft.ts";
import { EventPicker } from "./event-picker.tsx";
import { type SavedWebhook, useSaveWebhook } from "./queries.ts";

interface WebhookDialogProps {
  /** Absent for a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onSaved: (webhook: SavedWebhook) => void;
}

interface Draft {
  name: string;
  url: string;
  event_types: EventType[] | null;
  enabled: boolean;
  authorization_secret_id: string | null;
}

const draftOf = (webhook: Webhook | undefined): Draft => ({
  name: webhook?.name ?? "",
  url: webhook?.url ?? "",
  event_types: webhook?.event_types ?? null,
  enabled: webhook?.enabled ?? true,
  authorization_secret_id: webhook?.authorization_secret_id ?? null,
});

function problemsOf({ name, url, event_types }: Draft) {
  return {
    name: name.trim() ? null : "Enter a name.",
    url: /^https?:\/\/./.test(url.trim()) ? null : "Enter an address that starts with https:// or http://.",
    events: event_types?.length === 0 ? "Select at least one event." : null,
  };
}

export function WebhookDialog({ webhook, onClose, onSaved }: WebhookDialogProps) {
  const edit = useRecordDraft(webhook, draftOf, useSaveWebhook(webhook?.id));
  const [tried, setTried] = useState(false);
  const can = useCan();
  const { draft } = edit;
  const problems = problemsOf(draft);
  const shown = tried ? problems : { name: null, url: null, events: null };
  const submit = () => {
    setTried(true);
    if (Object.values(problems).some(Boolean)) return;
    edit.save({ ...draft, name: draft.name.trim(), url: draft.url.trim() }, (saved) => {
      onClose();
      onSaved(saved);
    });
  };
  return (
    <FormDialog
      title={webhook ? `Edit ${webhook.name}` : "New webhook"}
      submit={webhook ? "Save" : "Create webhook"}
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
        placeholder="Team chat"
        data-autofocus
        maxLength={100}
        error={shown.name}
        value={draft.name}
        onChange={(event) => edit.set({ name: event.currentTarget.value })}
      />
      <TextInput
        label="URL"
        placeholder="https://example.com/hooks/opsplane"
        description="Receives a signed POST request for each event."
        type="url"
        maxLength={2000}
        error={shown.url}
        value={draft.url}
        onChange={(event) => edit.set({ url: event.currentTarget.value })}
      />
      <EventPicker value={draft.event_types} onChange={(event_types) => edit.set({ event_types })} />
      {shown.events ? (
        <span role="alert" style={{ color: "var(--mantine-color-error)", fontSize: 12 }}>
          {shown.events}
        </span>
      ) : null}
      {can("admin:secrets") ? (
        <SecretSelect
          label="Authorization header"
          description="The value of a secret, sent with every request."
          value={draft.authorization_secret_id}
          onChange={(authorization_secret_id) => edit.set({ authorization_secret_id })}
        />
      ) : null}
      <Switch
        label="Enabled"
        description="Disabling cancels deliveries that still wait."
        checked={draft.enabled}
        onChange={(event) => edit.set({ enabled: event.currentTarget.checked })}
      />
      <RecordConflict {...edit.conflictFace} what="this webhook" />
    </FormDialog>
  );
}

import { PasswordInput, Select, Switch, TextInput } from "@mantine/core";
import type { NotificationChannel } from "@opsplane/contract";
import { useState } from "react";
import { useProfile } from "../../session/context.tsx";
import { DurationField } from "../../ui/duration-field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { RecordConflict } from "../../ui/record-conflict.tsx";
import { useRecordDraft } from "../../ui/record-draft.ts";
import { optionsOf } from "../../ui/words.ts";
import {
  type ChannelDraft,
  type ChannelProblems,
  draftOf,
  fieldsOf,
  problemsOf,
  typesToChoose,
} from "./channel-draft.ts";
import { channelTypeWords } from "./channel-words.tsx";
import { type SavedChannel, useSaveChannel } from "./queries.ts";

interface ChannelDialogProps {
  /** Absent for a new one. */
  channel: NotificationChannel | undefined;
  /** Whose a new channel becomes. */
  owner: "me" | null;
  onClose: () => void;
  onSaved: (channel: SavedChannel) => void;
}

export function ChannelDialog({ channel, owner, onClose, onSaved }: ChannelDialogProps) {
  const { user } = useProfile();
  const edit = useRecordDraft(channel, (found) => draftOf(found, user.email), useSaveChannel(channel?.id));
  const [tried, setTried] = useState(false);
  const { draft, set } = edit;
  const problems = problemsOf(draft, channel === undefined);
  const shown = tried ? problems : {};
  const isPersonal = channel ? channel.user_id !== null : owner === "me";
  const submit = () => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    edit.save(fieldsOf(draft, owner), (saved) => {
      onClose();
      onSaved(saved);
    });
  };
  return (
    <FormDialog
      title={channel ? `Edit ${channel.name}` : isPersonal ? "New channel" : "New shared channel"}
      submit={channel ? "Save" : "Create channel"}
      isDirty={edit.isChanged}
      pending={edit.saving}
      error={edit.error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      {channel ? null : (
        <Select
          label="Type"
          allowDeselect={false}
          data={optionsOf(typesToChoose, channelTypeWords)}
          value={draft.type}
          onChange={(chosen) => set({ type: typesToChoose.find((each) => each === chosen) ?? draft.type })}
        />
      )}
      <TextInput
        label="Name"
        placeholder={isPersonal ? "Phone" : "Team chat"}
        data-autofocus
        maxLength={100}
        error={shown.name}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <PlaceFields channel={channel} draft={draft} problems={shown} onChange={set} />
      {isPersonal ? (
        <DurationField
          label="Wait"
          description="How long after the page it is used, unless someone acknowledged."
          seconds={draft.delay_seconds}
          onChange={(seconds) => set({ delay_seconds: Math.min(seconds ?? 0, 86_400) })}
        />
      ) : null}
      <Switch
        label="Enabled"
        description="Disabling cancels messages that still wait."
        checked={draft.enabled}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
      <RecordConflict {...edit.conflictFace} what="this channel" />
    </FormDialog>
  );
}

interface PlaceFieldsProps {
  channel: NotificationChannel | undefined;
  draft: ChannelDraft;
  problems: ChannelProblems;
  onChange: (changes: Partial<ChannelDraft>) => void;
}

/** Where the messages go, by type. */
function PlaceFields({ channel, draft, problems, onChange }: PlaceFieldsProps) {
  const { type } = draft;
  if (type === "browser") return null;
  if (type === "email")
    return (
      <TextInput
        label="Email address"
        type="email"
        maxLength={254}
        error={problems.email}
        value={draft.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
    );
  const hints = {
    webhook: { label: "URL", placeholder: "https://example.com/oncall", description: "Receives signed POST requests." },
    slack: {
      label: "Webhook URL",
      placeholder: "https://hooks.slack.com/services/…",
      description: "An incoming webhook of Slack, or of a tool that takes the same form.",
    },
    teams: {
      label: "Webhook URL",
      placeholder: "https://example.webhook.office.com/…",
      description: "An incoming webhook of a Teams channel.",
    },
    ntfy: { label: "Server", placeholder: "https://ntfy.sh", description: "A push server with topics." },
  }[type];
  const keeps = channel && (type === "slack" || type === "teams");
  return (
    <>
      <TextInput
        label={hints.label}
        type="url"
        maxLength={2000}
        description={keeps ? `Leave empty to keep the address on ${channel.config.url}.` : hints.description}
        placeholder={hints.placeholder}
        error={problems.url}
        value={draft.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      {type === "ntfy" ? (
        <>
          <TextInput
            label="Topic"
            placeholder="oncall"
            maxLength={64}
            error={problems.topic}
            value={draft.topic}
            onChange={(event) => onChange({ topic: event.currentTarget.value })}
          />
          <PasswordInput
            label="Access token"
            description={channel?.config.has_token ? "Leave empty to keep the stored token." : "Optional"}
            maxLength={500}
            value={draft.token}
            onChange={(event) => onChange({ token: event.currentTarget.value })}
          />
        </>
      ) : null}
    </>
  );
}

import { Checkbox, Radio, Stack, Textarea } from "@mantine/core";
import type { Silence } from "@opsplane/contract";
import { useState } from "react";
import { ItemsPicker } from "../../cmdb/index.ts";
import { useClock } from "../../time/time.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { RecordConflict } from "../../ui/record-conflict.tsx";
import { useRecordDraft } from "../../ui/record-draft.ts";
import { MatchersEditor } from "./matchers-editor.tsx";
import type { SilenceStart } from "./new-silence.ts";
import { useSaveSilence } from "./queries.ts";
import { newSilenceDraft, silenceDraftOf, silencedPart, silenceFields, silenceProblems } from "./silence-draft.ts";
import { SilencePreview } from "./silence-preview.tsx";
import { SilenceTimes } from "./silence-times.tsx";

interface SilenceDialogProps {
  /** Absent for a new one. */
  silence: Silence | undefined;
  start?: SilenceStart;
  onClose: () => void;
}

const kindWords = { silence: "silence", maintenance: "maintenance window" };

export function SilenceDialog({ silence, start, onClose }: SilenceDialogProps) {
  const { mode } = useClock();
  const timezone = mode === "utc" ? "UTC" : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const draftOf = (record: Silence | undefined) =>
    record ? silenceDraftOf(record, timezone) : newSilenceDraft(start?.matchers ?? [], timezone);
  const edit = useRecordDraft(silence, draftOf, useSaveSilence(silence?.id));
  const [tried, setTried] = useState(false);
  const now = Date.now();
  const { draft, set } = edit;
  const problems = silenceProblems(draft, now);
  const shown = tried ? problems : {};
  const submit = () => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    edit.save(silenceFields(draft, now), onClose);
  };
  const word = kindWords[draft.kind];
  return (
    <FormDialog
      title={silence ? `Edit ${word}` : `New ${word}`}
      submit={silence ? "Save" : `Create ${word}`}
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
      {silence ? null : (
        <Radio.Group
          aria-label="Kind"
          value={draft.kind}
          onChange={(kind) => set(kind === "maintenance" ? { kind } : { kind: "silence", repeats: false })}
        >
          <Stack gap={8}>
            <Radio value="silence" label="Silence" description="Mutes alerts that you know about, for some time." />
            <Radio
              value="maintenance"
              label="Maintenance window"
              description="Planned work. It can repeat, such as every Sunday at 22:00."
            />
          </Stack>
        </Radio.Group>
      )}
      <MatchersEditor matchers={draft.matchers} error={shown.matchers} onChange={(matchers) => set({ matchers })} />
      <div>
        <ItemsPicker
          label="Configuration items"
          aria-label="Configuration items"
          description="Only alerts about these CIs"
          value={draft.ci_ids}
          onChange={(ci_ids) => set({ ci_ids })}
        />
        {draft.ci_ids.length > 0 ? (
          <Checkbox
            mt={8}
            label="Also what depends on them"
            checked={draft.with_dependents}
            onChange={(event) => set({ with_dependents: event.currentTarget.checked })}
          />
        ) : null}
      </div>
      <SilenceTimes draft={draft} isNew={silence === undefined} now={now} problems={shown} onChange={set} />
      <Textarea
        label="Reason"
        placeholder="Disk is being replaced"
        autosize
        minRows={1}
        maxRows={4}
        maxLength={1000}
        value={draft.comment}
        onChange={(event) => set({ comment: event.currentTarget.value })}
      />
      <SilencePreview part={silencedPart(draft)} />
      <RecordConflict {...edit.conflictFace} what="this silence" />
    </FormDialog>
  );
}

import { Button, Group, Select, Stack, Switch, TagsInput, TextInput } from "@mantine/core";
import { type AlertIntegration, severities } from "@opsplane/contract";
import { useCan } from "../session/context.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { RecordConflict } from "../ui/record-conflict.tsx";
import { useRecordDraft } from "../ui/record-draft.ts";
import { UnsavedGuard } from "../ui/unsaved-guard.tsx";
import classes from "./alert-sources.module.css";
import { MappingFields } from "./mapping-fields.tsx";
import { useEscalationPolicies, useSaveSource } from "./queries.ts";
import { SampleTest } from "./sample-test.tsx";
import { type DraftProblems, draftOf, problemsOf, type SourceDraft, settingsOf } from "./source-draft.ts";

/** The settings beside a test that uses them before they are saved. */
export function SettingsTab({ source }: { source: AlertIntegration }) {
  const edit = useRecordDraft(source, draftOf, useSaveSource(source.id));
  const { draft, set } = edit;
  const problems = problemsOf(draft);
  const isUsable = Object.keys(problems).length === 0;
  return (
    <div className={classes.columns}>
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (isUsable) edit.save({ name: draft.name.trim(), ...settingsOf(draft) });
        }}
      >
        <Stack gap="md">
          <RecordConflict {...edit.conflictFace} what="this alert source" />
          {source.type === "json" ? (
            <Panel title="Mapping">
              <MappingFields mapping={draft.mapping} onChange={(mapping) => set({ mapping })} />
            </Panel>
          ) : null}
          <Panel title="Settings">
            <SettingsFields draft={draft} problems={problems} set={set} />
          </Panel>
          <FormProblem error={edit.error} />
          <Group>
            <Button type="submit" loading={edit.saving} disabled={!edit.isChanged || !isUsable}>
              Save
            </Button>
            {edit.isChanged ? (
              <Button variant="default" onClick={edit.conflictFace.onTakeTheirs}>
                Discard changes
              </Button>
            ) : null}
          </Group>
        </Stack>
      </form>
      <SampleTest source={source} settings={isUsable ? settingsOf(draft) : undefined} />
      <UnsavedGuard when={edit.isChanged} what="this alert source" />
    </div>
  );
}

interface SettingsFieldsProps {
  draft: SourceDraft;
  problems: DraftProblems;
  set: (changes: Partial<SourceDraft>) => void;
}

function SettingsFields({ draft, problems, set }: SettingsFieldsProps) {
  const can = useCan();
  const policies = useEscalationPolicies(can("oncall:read"));
  const options = (policies.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        maxLength={100}
        error={problems.name}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Select
        label="Default severity"
        description="Used when the sender's severity is missing or unknown."
        data={[...severities]}
        allowDeselect={false}
        value={draft.default_severity}
        onChange={(value) => set({ default_severity: severities.find((each) => each === value) ?? "P3" })}
      />
      <TagsInput
        label="Severities"
        description="Words of the sender, such as sev-1=P1. Critical, error, warning and info are known."
        error={problems.severities}
        value={draft.severities}
        onChange={(words) => set({ severities: words })}
        maxTags={50}
      />
      <TagsInput
        label="Labels"
        description="Added to every alert, such as site=eu."
        error={problems.labels}
        value={draft.labels}
        onChange={(labels) => set({ labels })}
        maxTags={30}
      />
      <TagsInput
        label="Labels that name CIs"
        description="Their values are compared with names, hostnames and IP addresses of CIs. service also covers service.name, pod also k8s.pod.name."
        value={draft.ci_labels}
        onChange={(ci_labels) => set({ ci_labels })}
        maxTags={20}
      />
      {can("oncall:read") ? (
        <Select
          label="Escalation policy"
          placeholder="Default policy"
          data={options}
          clearable
          searchable
          value={draft.escalation_policy_id}
          onChange={(escalation_policy_id) => set({ escalation_policy_id })}
        />
      ) : null}
      <Switch
        label="Resolve incidents automatically"
        description="When the last alert of an incident is resolved."
        checked={draft.auto_resolve}
        onChange={(event) => set({ auto_resolve: event.currentTarget.checked })}
      />
    </Stack>
  );
}

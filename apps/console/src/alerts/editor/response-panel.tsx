import { Select, Switch, TagsInput } from "@mantine/core";
import { ItemsPicker } from "../../cmdb/index.ts";
import { RunbookSelect } from "../../runbooks/index.ts";
import { useCan, useProfile } from "../../session/context.tsx";
import { MarkdownField } from "../../ui/markdown-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import form from "../../ui/preview-form.module.css";
import { useEscalationPolicies } from "../policies/queries.ts";
import type { PartProps } from "./condition-panel.tsx";
import { LabelsEditor } from "./labels-editor.tsx";

/** What follows when it fires: the incident, who is paged, and what helps them. */
export function ResponsePanel({ draft, onChange }: Omit<PartProps, "problems">) {
  const hasRunbooks = useProfile().modules.includes("runbooks");
  return (
    <Panel title="Response">
      <div className={form.fields}>
        <MarkdownField
          label="Description"
          description="Shown on the incident. Markdown supported"
          placeholder="What it means and what to do first"
          maxLength={5000}
          value={draft.description}
          onChange={(description) => onChange({ description })}
        />
        <div className={form.pair}>
          <EscalationSelect
            value={draft.escalation_policy_id}
            onChange={(escalation_policy_id) => onChange({ escalation_policy_id })}
          />
          {hasRunbooks ? (
            <RunbookSelect
              label="Runbook"
              description="Suggested on the incident"
              clearable
              clearButtonProps={{ "aria-label": "Clear runbook" }}
              value={draft.runbook_id}
              onChange={(runbook_id) => onChange({ runbook_id })}
            />
          ) : null}
        </div>
        <ItemsPicker
          label="Configuration items"
          aria-label="Configuration items"
          description="What it is about, in addition to those found by label"
          value={draft.ci_ids}
          onChange={(ci_ids) => onChange({ ci_ids: ci_ids.slice(0, 50) })}
        />
        <TagsInput
          label="Labels that name CIs"
          description="Their values are compared with names, hostnames and addresses. service also covers service.name, pod also k8s.pod.name"
          maxTags={20}
          maxLength={200}
          value={draft.ci_labels}
          onChange={(ci_labels) => onChange({ ci_labels })}
        />
        <LabelsEditor labels={draft.labels} onChange={(labels) => onChange({ labels })} />
        <Switch
          label="Resolve automatically"
          description="Resolves the incident when its last alert recovers"
          checked={draft.auto_resolve}
          onChange={(event) => onChange({ auto_resolve: event.currentTarget.checked })}
        />
      </div>
    </Panel>
  );
}

function EscalationSelect({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const mayRead = useCan()("oncall:read");
  const policies = useEscalationPolicies().data?.items ?? [];
  const data = policies.map(({ id, name }) => ({ value: id, label: name }));
  // One that this person cannot read stays chosen.
  if (value && !policies.some(({ id }) => id === value)) data.push({ value, label: "Another escalation policy" });
  return (
    <Select
      label="Escalation policy"
      description="Who is paged"
      placeholder={mayRead ? "The default one" : "You don't have access to on-call"}
      clearable
      searchable
      clearButtonProps={{ "aria-label": "Clear escalation policy" }}
      nothingFoundMessage="No escalation policies found"
      data={data}
      value={value}
      onChange={onChange}
    />
  );
}

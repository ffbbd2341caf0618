import { Select, TagsInput } from "@mantine/core";
import { noDataBehaviors } from "@opsplane/contract";
import { useState } from "react";
import { useLabels } from "../../metrics/index.ts";
import { useCan } from "../../session/context.tsx";
import { Panel } from "../../ui/panel.tsx";
import form from "../../ui/preview-form.module.css";
import { optionsOf } from "../../ui/words.ts";
import type { PartProps } from "./condition-panel.tsx";
import { DurationInput } from "./duration-input.tsx";
import type { PolicyDraft } from "./policy-draft.ts";
import { useRecentDay } from "./recent-day.ts";

const noDataWords = { keep: "Keep its state", ok: "Treat it as recovered", alert: "Alert" };
const waits = ["0s", "1m", "2m", "5m", "10m", "30m"];

/** For what it fires by itself, after how long, and how often it is looked at. */
export function TimingPanel({ draft, problems, onChange }: PartProps) {
  return (
    <Panel title="Groups and timing">
      <div className={form.fields}>
        {draft.signal === "slos" ? null : <GroupField draft={draft} onChange={(group_by) => onChange({ group_by })} />}
        <div className={form.pair}>
          <DurationInput
            label="For"
            description="How long it must hold before it fires"
            choices={waits}
            error={problems.for}
            value={draft.for}
            onChange={(value) => onChange({ for: value })}
          />
          <DurationInput
            label="Keep firing for"
            description="How long it must be over before it recovers"
            choices={waits}
            error={problems.keep_firing_for}
            value={draft.keep_firing_for}
            onChange={(value) => onChange({ keep_firing_for: value })}
          />
          {draft.type === "absence" ? null : (
            <Select
              label="Without data"
              description="When a group has no value"
              allowDeselect={false}
              data={optionsOf(noDataBehaviors, noDataWords)}
              value={draft.no_data}
              onChange={(chosen) =>
                onChange({ no_data: noDataBehaviors.find((each) => each === chosen) ?? draft.no_data })
              }
            />
          )}
          <DurationInput
            label="Evaluate every"
            description="From 5 seconds to 30 minutes"
            placeholder="Default"
            choices={["15s", "30s", "1m", "5m"]}
            error={problems.interval}
            value={draft.interval}
            onChange={(value) => onChange({ interval: value })}
          />
          <DurationInput
            label="Delay"
            description="Evaluates later, for data that arrives late"
            choices={["0s", "30s", "1m", "5m"]}
            error={problems.delay}
            value={draft.delay}
            onChange={(value) => onChange({ delay: value })}
          />
        </div>
      </div>
    </Panel>
  );
}

const usualFields: Record<PolicyDraft["signal"], readonly string[]> = {
  metrics: [],
  logs: ["service", "level", "host"],
  traces: ["service", "operation"],
  slos: [],
};

/** Each combination of the values of these labels is an alert of its own. */
function GroupField({ draft, onChange }: { draft: PolicyDraft; onChange: (names: string[]) => void }) {
  const { signal, metric_name, group_by } = draft;
  const [isOpen, setOpen] = useState(false);
  const mayRead = useCan()("observability:read");
  const isAsked = isOpen && mayRead && signal === "metrics";
  const { data = [] } = useLabels(metric_name, [], useRecentDay(), isAsked);
  return (
    <TagsInput
      label="Group by"
      description="Each combination of values fires by itself. Empty: one alert for all"
      placeholder={group_by.length > 0 ? "" : "host"}
      maxTags={10}
      maxLength={200}
      data={signal === "metrics" ? data.map(({ name }) => name) : [...usualFields[signal]]}
      value={group_by}
      onDropdownOpen={() => setOpen(true)}
      onChange={onChange}
    />
  );
}

import { Button, Switch } from "@mantine/core";
import type { AlertPolicy } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FormFoot } from "../../ui/form-foot.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { NameField } from "../../ui/name-fields.tsx";
import { Panel } from "../../ui/panel.tsx";
import form from "../../ui/preview-form.module.css";
import { changedFields, useRecordDraft } from "../../ui/record-draft.ts";
import { RecordForm } from "../../ui/record-form.tsx";
import { BacktestPanel } from "../backtest/backtest-panel.tsx";
import { useSavePolicy } from "../policies/queries.ts";
import { ConditionPanel } from "./condition-panel.tsx";
import { draftOf, type PolicyDraft, policyOf } from "./policy-draft.ts";
import { conditionProblems, problemsOf } from "./policy-problems.ts";
import { ResponsePanel } from "./response-panel.tsx";
import { SeverityPanel } from "./severity-panel.tsx";
import { TimingPanel } from "./timing-panel.tsx";

interface PolicyEditorProps {
  policy: AlertPolicy | undefined;
  /** What a new policy starts with. */
  start: PolicyDraft;
}

export function PolicyEditor({ policy, start }: PolicyEditorProps) {
  const navigate = useNavigate();
  const edit = useRecordDraft(policy, (record) => (record ? draftOf(record) : start), useSavePolicy(policy?.id));
  const { draft, set } = edit;
  const [tried, setTried] = useState(false);
  const problems = problemsOf(draft);
  const shown = tried ? problems : visibleProblems(problems);
  const [firstProblem] = Object.values(problems);
  const isComplete = Object.keys(conditionProblems(draft)).length === 0;

  const submit = () => {
    setTried(true);
    if (firstProblem !== undefined) return;
    const fields = policyOf(draft);
    edit.save(
      policy ? changedFields(policyOf(draftOf(policy)), fields) : fields,
      ({ id }) => void navigate({ to: "/alerts/policies/$id", params: { id }, ignoreBlocker: true }),
    );
  };

  return (
    <RecordForm edit={edit} what="this policy" onSubmit={submit}>
      <div className={form.columns}>
        <div className={form.main}>
          <Panel title="Policy">
            <div className={form.fields}>
              <NameField
                placeholder="High load"
                maxLength={200}
                error={tried ? problems.name : undefined}
                value={draft.name}
                onChange={(name) => set({ name })}
              />
              <Switch
                label="Enabled"
                description="A disabled policy is not evaluated, and its alerts are resolved"
                checked={draft.enabled}
                onChange={(event) => set({ enabled: event.currentTarget.checked })}
              />
            </div>
          </Panel>
          <ConditionPanel draft={draft} problems={shown} onChange={set} />
          <TimingPanel draft={draft} problems={shown} onChange={set} />
          <SeverityPanel draft={draft} problems={shown} onChange={set} />
          <ResponsePanel draft={draft} onChange={set} />
        </div>
        <div className={form.aside}>
          <BacktestPanel policy={isComplete ? policyOf(draft) : undefined} />
        </div>
      </div>
      <FormFoot
        error={edit.error}
        problem={tried ? firstProblem : undefined}
        hint={
          policy && endsAlerts(edit.changes)
            ? "Saving ends the open alerts of this policy."
            : edit.isChanged && "Unsaved changes"
        }
      >
        <ButtonLink
          size="sm"
          variant="default"
          {...(policy ? { to: "/alerts/policies/$id", params: { id: policy.id } } : { to: "/alerts/policies" })}
        >
          Cancel
        </ButtonLink>
        <Button size="sm" type="submit" loading={edit.saving} disabled={policy !== undefined && !edit.isChanged}>
          {policy ? "Save" : "Create policy"}
        </Button>
      </FormFoot>
    </RecordForm>
  );
}

/** Before the first try to save, only what was written wrongly is shown, not what is still missing. */
function visibleProblems(problems: ReturnType<typeof problemsOf>): ReturnType<typeof problemsOf> {
  const {
    name: _name,
    metric_name: _metric,
    threshold: _threshold,
    severity_levels: _levels,
    slo_id: _slo,
    ...written
  } = problems;
  return written;
}

const conditionFields: readonly (keyof PolicyDraft)[] = [
  ...(["signal", "type", "metric_name", "filters", "over", "agg", "quantile", "q", "level", "service"] as const),
  ...([
    "operation",
    "operator",
    "threshold",
    "window",
    "period",
    "direction",
    "measure",
    "min_calls",
    "slo_id",
    "short_window",
    "group_by",
  ] as const),
];

/** Another condition or other groups end the open alerts. */
function endsAlerts(changes: Partial<PolicyDraft>): boolean {
  return conditionFields.some((field) => field in changes);
}

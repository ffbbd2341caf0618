import { useDebouncedValue } from "@mantine/hooks";
import type { Kpi } from "@opsplane/contract";
import { valueText } from "@opsplane/reports/values";
import { useMemo } from "react";
import { Panel } from "../../ui/panel.tsx";
import type { KpiDraft } from "./kpi-draft.ts";
import { KpiValue, TargetState, targetText } from "./kpi-value.tsx";
import classes from "./kpis.module.css";
import { type Evaluated, type KpiFields, useEvaluation } from "./queries.ts";

const restMs = 400;

/** The value of a draft, which follows the typing with a short delay. */
export function useLiveEvaluation(fields: KpiFields | undefined) {
  const written = fields ? JSON.stringify({ inputs: fields.inputs, formula: fields.formula }) : "";
  const [settled] = useDebouncedValue(written, restMs);
  const asked = useMemo((): Evaluated | undefined => (settled === "" ? undefined : JSON.parse(settled)), [settled]);
  const evaluation = useEvaluation(asked);
  return { ...evaluation, isLate: evaluation.isFetching || settled !== written };
}

interface EvaluationPanelProps {
  draft: KpiDraft;
  evaluation: ReturnType<typeof useLiveEvaluation>;
  /** Without it there is nothing to compute. */
  isComplete: boolean;
}

/** What the formula gives now, and the values that it was given. */
export function EvaluationPanel({ draft, evaluation, isComplete }: EvaluationPanelProps) {
  const kpi: Pick<Kpi, "unit" | "target" | "better"> = {
    unit: draft.unit,
    target: draft.target === "" ? null : draft.target,
    better: draft.better,
  };
  return (
    <Panel title="Last 30 days">
      {isComplete ? (
        <div aria-busy={evaluation.isLate} className={classes.evaluation}>
          <div className={classes.value} role="status" aria-label="Value">
            {evaluation.error?.code === "VALIDATION_ERROR" ? (
              <span className="dim">The formula or an input is not valid.</span>
            ) : (
              <KpiValue unit={draft.unit} evaluation={evaluation} />
            )}
          </div>
          <div>
            Target: {targetText(kpi)} <TargetState kpi={kpi} value={evaluation.data?.value} />
          </div>
          {evaluation.data ? (
            <dl className={classes.given}>
              {evaluation.data.inputs.map(({ name, value }) => (
                <div key={name}>
                  <dt className="mono">{name}</dt>
                  <dd>{value === null ? "No data" : valueText(value, "number")}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </div>
      ) : (
        <span className="dim">Complete the inputs and the formula to see the value.</span>
      )}
    </Panel>
  );
}

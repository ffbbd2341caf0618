import type { AlertOperator, AlertPolicyContent, Severity } from "@opsplane/contract";
import { severities } from "@opsplane/contract";

const comparisons: Record<AlertOperator, (value: number, threshold: number) => boolean> = {
  ">": (value, threshold) => value > threshold,
  ">=": (value, threshold) => value >= threshold,
  "<": (value, threshold) => value < threshold,
  "<=": (value, threshold) => value <= threshold,
  "==": (value, threshold) => value === threshold,
  "!=": (value, threshold) => value !== threshold,
};

function holds(value: number, operator: AlertOperator, threshold: number): boolean {
  return comparisons[operator](value, threshold);
}

type Rules = Pick<AlertPolicyContent, "condition" | "severity" | "severity_levels">;

/** The severity of a value; null when the condition does not hold. Of several levels that hold, the most severe decides. */
export function severityOf({ condition, severity, severity_levels }: Rules, value: number): Severity | null {
  const { type, operator = ">", threshold = 0 } = condition;
  if (type === "absence") return value === 0 ? severity : null;
  if (Number.isNaN(value)) return null;
  const held = [{ severity, threshold }, ...severity_levels].filter((level) => holds(value, operator, level.threshold));
  return severities.find((each) => held.some((level) => level.severity === each)) ?? null;
}

/** True when a group without records, which counts as zero, would fire. */
export function firesAtZero(rules: Rules): boolean {
  return severityOf(rules, 0) !== null;
}

import type { AlertPolicyContent } from "@opsplane/contract";
import type { GroupState, Observation } from "../evaluation/advance.ts";
import { severityOf } from "./compare.ts";
import { type GroupValues, keyOf } from "./group-values.ts";

/** What a policy's values say about its groups at a point. */
export function observe(
  content: AlertPolicyContent,
  { groups, absent, known }: GroupValues,
  point: number,
  states: ReadonlyMap<string, GroupState>,
): Map<string, Observation> {
  const observed = new Map<string, Observation>();
  const add = (key: string, labels: Observation["labels"], value: number | null) => {
    if (!observed.has(key))
      observed.set(key, { labels, value, severity: value === null ? null : severityOf(content, value) });
  };
  for (const { labels, values, there } of groups)
    if (there[point] === 1) add(keyOf(labels), labels, values[point] as number);
  for (const labels of known?.(point) ?? []) add(keyOf(labels), labels, absent ?? null);
  for (const [key, { labels }] of states) add(key, labels, absent ?? null);
  return observed;
}

import { unitText } from "../../ui/chart/units.ts";
import { listOf, removed, type TraceSearch } from "./filters.ts";

/** One condition of the address in words, and the change that removes it. */
export interface Chip {
  label: string;
  without: TraceSearch;
}

export function chipsOf(search: TraceSearch): Chip[] {
  const { service, operation, status, kind, min, max } = search;
  const chips: Chip[] = [];
  const add = (label: string, without: TraceSearch) => chips.push({ label, without });
  if (service) add(`service = ${service}`, { service: undefined });
  for (const each of listOf(search.not_service))
    add(`service ≠ ${each}`, { not_service: removed(search.not_service, each) });
  if (operation) add(`operation = ${operation}`, { operation: undefined });
  for (const each of listOf(search.not_operation))
    add(`operation ≠ ${each}`, { not_operation: removed(search.not_operation, each) });
  if (status) add(`status = ${status}`, { status: undefined });
  if (kind) add(`kind = ${kind}`, { kind: undefined });
  if (min) add(`duration ≥ ${durationText(Number(min))}`, { min: undefined });
  if (max) add(`duration ≤ ${durationText(Number(max))}`, { max: undefined });
  for (const each of listOf(search.attr)) add(attributeText(each), { attr: removed(search.attr, each) });
  return chips;
}

/** Removes every filter. The scope and the tab stay. */
export const noFilters: TraceSearch = {
  service: undefined,
  not_service: undefined,
  operation: undefined,
  not_operation: undefined,
  status: undefined,
  kind: undefined,
  min: undefined,
  max: undefined,
  attr: undefined,
};

/** `250 ms`, `1.2 s`. */
export function durationText(ms: number): string {
  return unitText(ms / 1000, "seconds");
}

function attributeText(written: string): string {
  const at = written.indexOf("=");
  const isExcluded = written[at - 1] === "!";
  return `${written.slice(0, isExcluded ? at - 1 : at)} ${isExcluded ? "≠" : "="} ${written.slice(at + 1)}`;
}

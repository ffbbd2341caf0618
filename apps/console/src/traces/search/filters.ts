import { spanKinds, spanStatuses } from "@opsplane/contract";
import type { Interval } from "../../time/range.ts";
import { wordsOf } from "../../ui/words.ts";

/** The search parameters of the page, apart from the time range. */
export interface TraceSearch {
  service?: string | undefined;
  not_service?: string | undefined;
  operation?: string | undefined;
  not_operation?: string | undefined;
  status?: string | undefined;
  kind?: string | undefined;
  /** Milliseconds. */
  min?: string | undefined;
  max?: string | undefined;
  /** `name=value` and `name!=value`, separated by commas. */
  attr?: string | undefined;
  scope?: string | undefined;
  tab?: string | undefined;
  /** The selection in the heatmap. */
  sel_from?: string | undefined;
  sel_to?: string | undefined;
  sel_min?: string | undefined;
  sel_max?: string | undefined;
  sel_status?: string | undefined;
}

type Status = (typeof spanStatuses)[number];

export interface SpanQuery {
  service?: string;
  not_service?: string[];
  operation?: string;
  not_operation?: string[];
  status?: Status;
  kind?: (typeof spanKinds)[number];
  min_duration_ms?: number;
  max_duration_ms?: number;
  attribute?: string[];
  scope: "entry" | "all";
}

/** The filters of an address as a query. Values that the server would refuse are ignored. */
export function queryOf(search: TraceSearch): SpanQuery {
  const [status] = wordsOf(spanStatuses, search.status);
  const [kind] = wordsOf(spanKinds, search.kind);
  const [min, max] = [milliseconds(search.min), milliseconds(search.max)];
  const attribute = listOf(search.attr).filter((each) => each.indexOf("=") > 0);
  const [notService, notOperation] = [listOf(search.not_service), listOf(search.not_operation)];
  return {
    scope: search.scope === "all" ? "all" : "entry",
    ...(search.service ? { service: search.service } : {}),
    ...(notService.length > 0 ? { not_service: notService } : {}),
    ...(search.operation ? { operation: search.operation } : {}),
    ...(notOperation.length > 0 ? { not_operation: notOperation } : {}),
    ...(status ? { status } : {}),
    ...(kind ? { kind } : {}),
    ...(min === undefined ? {} : { min_duration_ms: min }),
    ...(max === undefined || max < (min ?? 0) ? {} : { max_duration_ms: max }),
    ...(attribute.length > 0 ? { attribute } : {}),
  };
}

/** The selected spans. */
export interface Selection {
  time?: Interval;
  /** Milliseconds. */
  min?: number;
  max?: number;
  status?: Status;
}

export function selectionOf(search: TraceSearch): Selection | undefined {
  const [from, to] = [Date.parse(search.sel_from ?? ""), Date.parse(search.sel_to ?? "")];
  const [min, max] = [milliseconds(search.sel_min), milliseconds(search.sel_max)];
  const [status] = wordsOf(spanStatuses, search.sel_status);
  const selection: Selection = {
    ...(from < to ? { time: { from, to } } : {}),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined || max < (min ?? 0) ? {} : { max }),
    ...(status ? { status } : {}),
  };
  return Object.keys(selection).length > 0 ? selection : undefined;
}

/** The parameters of a selection; those of the previous one are removed. */
export function writeSelection({ time, min, max, status }: Selection = {}): TraceSearch {
  return {
    sel_from: time && new Date(time.from).toISOString(),
    sel_to: time && new Date(time.to).toISOString(),
    sel_min: numberText(min),
    sel_max: numberText(max),
    sel_status: status,
  };
}

/** The query and the interval of the selected spans. */
export function narrowed(query: SpanQuery, interval: Interval, selection: Selection | undefined) {
  if (!selection) return { query, interval };
  const min = Math.max(query.min_duration_ms ?? 0, selection.min ?? 0);
  const max = Math.min(query.max_duration_ms ?? Number.POSITIVE_INFINITY, selection.max ?? Number.POSITIVE_INFINITY);
  const { min_duration_ms: _min, max_duration_ms: _max, ...rest } = query;
  return {
    interval: selection.time ?? interval,
    query: {
      ...rest,
      ...(selection.status ? { status: selection.status } : {}),
      ...(min > 0 ? { min_duration_ms: min } : {}),
      ...(max >= min && Number.isFinite(max) ? { max_duration_ms: max } : {}),
    },
  };
}

/** The selection as the parameters of the comparison. */
export function comparedQuery({ time, min, max, status }: Selection) {
  return {
    ...(time ? { selected_from: new Date(time.from).toISOString(), selected_to: new Date(time.to).toISOString() } : {}),
    ...(min === undefined ? {} : { selected_min_duration_ms: min }),
    ...(max === undefined ? {} : { selected_max_duration_ms: max }),
    ...(status ? { selected_status: status } : {}),
  };
}

/** A value that spans must have, or must not have. */
export interface Term {
  source: "span" | "attribute";
  name: string;
  value: string;
  isExcluded?: boolean;
}

/** The change of the address that adds a term. A comma separates values there, so that `*` stands for it. */
export function withTerm(search: TraceSearch, { source, name, value, isExcluded = false }: Term): TraceSearch {
  if (source === "attribute")
    return { attr: added(search.attr, `${name}${isExcluded ? "!=" : "="}${value.replaceAll(",", "*")}`) };
  switch (name) {
    case "service":
      return isExcluded ? { not_service: added(search.not_service, value) } : { service: value };
    case "operation":
      return isExcluded
        ? { not_operation: added(search.not_operation, value.replaceAll(",", "*")) }
        : { operation: value };
    case "status":
      return { status: value };
    default:
      return { kind: value };
  }
}

/** Status and kind have few values, and cannot be excluded. */
export function canExclude({ source, name }: Pick<Term, "source" | "name">): boolean {
  return source === "attribute" || name === "service" || name === "operation";
}

export function listOf(written: string | undefined): string[] {
  return (written ?? "").split(",").filter((each) => each.trim() !== "");
}

function added(written: string | undefined, value: string): string {
  return [...new Set([...listOf(written), value])].join(",");
}

export function removed(written: string | undefined, value: string): string | undefined {
  return (
    listOf(written)
      .filter((each) => each !== value)
      .join(",") || undefined
  );
}

function milliseconds(written: string | undefined): number | undefined {
  const value = written ? Number(written) : Number.NaN;
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

function numberText(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(Number(value.toPrecision(6)));
}

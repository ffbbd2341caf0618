import { own } from "@opsplane/contract";
import { logTools, metricTools, networkTools, serviceTools } from "../../tools/index.ts";
import type { Draft } from "../draft.ts";
import { bytesText, counted, joined, md, numberText, timeText } from "../markdown.ts";
import { type Answerer, named, rangeOrLast, rangeWords, type Turn } from "./turn.ts";

const serviceOf = (turn: Turn) => named(turn, "item")[0]?.name;
const ms = (value: number) => `${numberText(value >= 100 ? Math.round(value) : Number(value.toFixed(1)))} ms`;
const percent = (share: number) => `${numberText(Number((share * 100).toFixed(2)))} %`;

function levelsOf({ q }: Turn): ("trace" | "debug" | "info" | "warn" | "error" | "fatal")[] {
  return [...q.slots.levels, ...(q.concepts.has("error") ? (["error", "fatal"] as const) : [])];
}

export const countLogs: Answerer = async (turn) => {
  const range = rangeOrLast(turn, 24);
  const [level, service] = [levelsOf(turn), serviceOf(turn)];
  const { text } = turn.q;
  const found = await turn.ask(logTools.countLogs, {
    ...range,
    ...(level.length > 0 ? { level } : {}),
    ...(service === undefined ? {} : { service: [service] }),
    ...(text === undefined ? {} : { text }),
  });
  const list = (values: readonly { value: string; count: number }[]) =>
    joined(values.slice(0, 8).map(({ value, count }) => md`${value} ${count}`));
  return {
    headline: md`${counted(found.count, "log record")}.`,
    basis: md`Counted: log records${level.length > 0 ? ` of level ${level.join(" or ")}` : ""}${service ? ` of ${service}` : ""}${text === undefined ? "" : ` that contain “${text}”`} ${rangeWords(range, turn)}.`,
    facts: [
      ...(found.by_service.length > 1 ? [md`By service: ${list(found.by_service)}.`] : []),
      ...(found.by_level.length > 1 ? [md`By level: ${list(found.by_level)}.`] : []),
    ],
    suggestions: ["What are the top errors?", "And in the last hour?"],
  };
};

export const topErrors: Answerer = async (turn) => {
  const range = rangeOrLast(turn, 24);
  const service = serviceOf(turn);
  const found = await turn.ask(logTools.topLogErrors, {
    ...range,
    limit: Math.min(turn.q.slots.limit ?? 5, 10),
    ...(service === undefined ? {} : { service: [service] }),
  });
  const [first] = found.errors;
  return {
    headline: first
      ? md`Most frequent error${service ? ` of ${service}` : ""}: “${first.message}” of ${first.service}, ${counted(first.count, "time")}.`
      : md`No error logs${service ? ` of ${service}` : ""}.`,
    basis: md`${found.read < found.count ? `Among the newest ${numberText(found.read)} of` : "Among"} ${counted(found.count, "log record")} of level error or fatal ${rangeWords(range, turn)}. Numbers in messages are shown as \#.`,
    rows: found.errors.map(
      ({ message, service: from, count, last_seen }) =>
        md`${count}× ${from}: ${message} (last ${timeText(last_seen, turn.timezone)})`,
    ),
    suggestions: first
      ? [`How is ${first.service} doing?`, `What changed on ${first.service}?`]
      : ["Which services have errors?"],
  };
};

export const searchLogs: Answerer = async (turn) => {
  const range = rangeOrLast(turn, 24);
  const [level, service] = [levelsOf(turn), serviceOf(turn)];
  const { text, slots } = turn.q;
  const found = await turn.ask(logTools.searchLogs, {
    ...range,
    ...(level.length > 0 ? { level } : {}),
    ...(service === undefined ? {} : { service: [service] }),
    ...(text === undefined ? {} : { text }),
    limit: Math.min(slots.limit ?? 10, 20),
  });
  return {
    headline: md`${counted(found.count, "log record")}${text === undefined ? "" : ` with “${text}”`}.`,
    basis: md`Searched: logs${level.length > 0 ? ` of level ${level.join(" or ")}` : ""}${service ? ` of ${service}` : ""} ${rangeWords(range, turn)}, newest first.`,
    rows: found.records.map(
      ({ timestamp, service: from, level: of, message }) =>
        md`${timeText(timestamp, turn.timezone)} ${from} ${of}: ${message}`,
    ),
    suggestions: ["What are the top errors?"],
  };
};

const sorts = [
  ["error", "error_rate", "error rate"],
  ["slow", "p95_ms", "p95 latency"],
  ["rate", "calls", "calls"],
] as const;

export const services: Answerer = async (turn) => {
  const { q } = turn;
  const range = rangeOrLast(turn, 1);
  const wanted = sorts.find(([concept]) => q.concepts.has(concept));
  const isRate = /error rate|rate/.test(q.words.join(" "));
  const sort =
    wanted?.[0] === "slow"
      ? (q.slots.percentile ?? "p95_ms")
      : wanted?.[0] === "error" && !isRate
        ? "errors"
        : (wanted?.[1] ?? "calls");
  const found = await turn.ask(serviceTools.listServices, { ...range, sort, limit: Math.min(q.slots.limit ?? 5, 20) });
  const [first] = found.services;
  const label =
    sort === "errors"
      ? "errors"
      : sort === "error_rate"
        ? "error rate"
        : sort === "calls"
          ? "calls"
          : `${sort.slice(0, 3)} latency`;
  const value = (each: NonNullable<typeof first>) =>
    sort === "error_rate"
      ? percent(each[sort])
      : sort === "errors" || sort === "calls"
        ? numberText(each[sort])
        : ms(each[sort]);
  const isCount = q.concepts.has("count");
  return {
    headline: isCount
      ? md`${counted(found.count, "service")} with calls.`
      : first
        ? md`${first.service} has the highest ${label}: ${value(first)}.`
        : md`No service had calls.`,
    basis: md`${counted(found.count, "service")} with calls ${rangeWords(range, turn)}, by ${label}.`,
    rows: found.services.map(
      (each) =>
        md`${turn.cited(each.citation, each.service)}: ${counted(each.calls, "call")}, ${counted(each.errors, "error")} (${percent(each.error_rate)}), p95 ${ms(each.p95_ms)}`,
    ),
    suggestions: first ? [`Why is ${first.service} slow?`, `Slowest operations of ${first.service}`] : [],
  };
};

export const serviceHealth: Answerer = async (turn) => {
  const range = rangeOrLast(turn, 1);
  const service = serviceOf(turn) ?? "";
  const { figures, before, citation } = await turn.ask(serviceTools.serviceHealth, { ...range, service });
  const page = turn.cited(citation, service);
  const basis = md`From traces ${rangeWords(range, turn)}.`;
  const suggestions = [`Why is ${service} slow?`, `Slowest operations of ${service}`, `What changed on ${service}?`];
  if (!figures) return { headline: md`${page} had no calls in its traces.`, basis, suggestions };
  const change = before
    ? [
        md`Just before: ${counted(before.calls, "call")}, error rate ${percent(before.error_rate)}, p95 ${ms(before.p95_ms)}.`,
      ]
    : [];
  return {
    headline: md`${page}: ${counted(figures.calls, "call")} (${numberText(Number(figures.rate_per_second.toFixed(2)))} a second), ${counted(figures.errors, "error")} (${percent(figures.error_rate)}), p50 ${ms(figures.p50_ms)}, p95 ${ms(figures.p95_ms)}, p99 ${ms(figures.p99_ms)}.`,
    basis,
    facts: change,
    suggestions,
  };
};

export const slowestOperations: Answerer = async (turn) => {
  const range = rangeOrLast(turn, 1);
  const service = serviceOf(turn);
  if (service === undefined) return services(turn);
  const found = await turn.ask(serviceTools.slowestOperations, {
    ...range,
    service,
    limit: Math.min(turn.q.slots.limit ?? 5, 20),
  });
  const [first] = found.operations;
  return {
    headline: first
      ? md`Slowest operation of ${turn.cited(found.citation, service)}: ${first.operation}, p95 ${ms(first.p95_ms)}.`
      : md`${service} had no calls in its traces.`,
    basis: md`By p95, ${counted(found.count, "operation")} ${rangeWords(range, turn)}.`,
    rows: found.operations.map(
      ({ operation, calls, errors, p95_ms }) =>
        md`${operation}: p95 ${ms(p95_ms)}, ${counted(calls, "call")}, ${counted(errors, "error")}`,
    ),
    suggestions: [`Why is ${service} slow?`],
  };
};

export const traces: Answerer = async (turn) => {
  const { q } = turn;
  const range = rangeOrLast(turn, 1);
  const service = serviceOf(turn);
  const errors = q.concepts.has("error") || q.slots.states.has("failed");
  const found = await turn.ask(serviceTools.findTraces, {
    ...range,
    ...(service === undefined ? {} : { service }),
    ...(errors ? { errors } : {}),
    limit: Math.min(q.slots.limit ?? 5, 20),
  });
  return {
    headline:
      found.traces.length === 0
        ? md`No traces${errors ? " with errors" : ""}.`
        : md`The newest ${counted(found.traces.length, "trace")}${errors ? " with errors" : ""}${service ? ` of ${service}` : ""}.`,
    basis: md`Searched: traces${service ? ` of ${service}` : ""} ${rangeWords(range, turn)}${found.more ? "; there are more" : ""}.`,
    rows: found.traces.map(
      ({ service: entry, operation, start, duration_ms, spans, errors: failed, citation }) =>
        md`${turn.cited(citation, `${entry} ${operation}`)}: ${ms(duration_ms)}, ${counted(spans, "span")}, ${counted(failed, "error")}, ${timeText(start, turn.timezone)}`,
    ),
    suggestions: ["Which services have the most errors?"],
  };
};

export const metricValue: Answerer = async (turn) => {
  const { q } = turn;
  const written = q.words.find((word) => /^[a-z][\w]*[._:][\w.:]+$/.test(word)) ?? q.text ?? resourceWord(turn);
  const { metrics, count } = await turn.ask(metricTools.findMetrics, {
    ...(written === undefined ? {} : { text: written }),
    limit: 20,
  });
  const exact =
    metrics.find(({ metric }) => metric.toLowerCase() === written?.toLowerCase()) ??
    (metrics.length === 1 ? metrics[0] : undefined);
  if (!exact) return chooseMetric(metrics, count, written);
  const range = rangeOrLast(turn, 1);
  const agg = aggOf(q.words.join(" "), exact.type);
  const by = /\bby ([\w.]+)|\bper ([\w.]+)/.exec(q.words.join(" "));
  const label = own(labels, by?.[1] ?? by?.[2] ?? "") ?? (q.concepts.has("top") ? "service.name" : undefined);
  const service = serviceOf(turn);
  const found = await turn.ask(metricTools.metricValue, {
    ...{ ...range, metric: exact.metric, agg },
    ...(label === undefined ? {} : { by: label }),
    ...(service === undefined ? {} : { match: [`service.name=${service}`] }),
  });
  const [first] = found.series;
  const shown = (value: number) =>
    `${numberText(Number(value.toPrecision(4)))}${found.unit === "" ? "" : ` ${found.unit}`}`;
  return {
    headline: first
      ? md`${agg} of ${turn.cited(found.citation, exact.metric)}${service ? ` of ${service}` : ""}: ${shown(first.value)}${label ? ` (${first.labels[label] ?? "other"})` : ""}.`
      : md`${exact.metric} has no values${service ? ` of ${service}` : ""}.`,
    basis: md`${agg} ${rangeWords(range, turn)}${label ? `, by ${label}` : ""}.`,
    rows:
      found.series.length > 1
        ? found.series.map(({ labels: of, value }) => md`${Object.values(of).join(", ") || "all"}: ${shown(value)}`)
        : [],
    suggestions: [],
  };
};

const labels: Readonly<Record<string, string>> = {
  service: "service.name",
  host: "host.name",
  instance: "service.instance.id",
};
const resourceWord = ({ q }: Turn) =>
  q.words.find((word) => ["cpu", "memory", "disk", "heap", "filesystem", "swap"].includes(word));

function aggOf(text: string, type: string): "avg" | "min" | "max" | "sum" | "last" | "rate" | "p50" | "p95" | "p99" {
  const found = /\b(p50|p95|p99)\b/.exec(text)?.[1];
  if (found === "p50" || found === "p95" || found === "p99") return found;
  if (/\b(?:max|maximum|peak|highest)\b/.test(text)) return "max";
  if (/\b(?:min|minimum|lowest)\b/.test(text)) return "min";
  if (/\b(?:last|latest|current|now)\b/.test(text)) return "last";
  if (type === "histogram") return "p95";
  return type === "counter" ? "rate" : "avg";
}

function chooseMetric(metrics: readonly { metric: string }[], count: number, written: string | undefined): Draft {
  const suggestions = metrics.slice(0, 3).map(({ metric }) => `What is the average of ${metric}?`);
  if (metrics.length === 0)
    return {
      headline: md`There is no metric${written === undefined ? "" : ` whose name contains “${written}”`}.`,
      suggestions,
      answered: written === undefined,
    };
  return {
    headline: md`${counted(count, "metric")}${written === undefined ? "" : ` contain “${written}” in their name`}.`,
    notes: [md`Name one of them to see its values.`],
    rows: metrics.map(({ metric }) => md`${metric}`),
    suggestions,
  };
}

export const topTalkers: Answerer = async (turn) => {
  const range = rangeOrLast(turn, 24);
  const text = turn.q.words.join(" ");
  const by = /\bprotocols?\b/.test(text)
    ? "protocol"
    : /destination|receiv|\bdst\b|\bto which\b/.test(text)
      ? "dst_ip"
      : "src_ip";
  const found = await turn.ask(networkTools.topTalkers, { ...range, by, limit: Math.min(turn.q.slots.limit ?? 5, 20) });
  const [first] = found.talkers;
  return {
    headline: first
      ? md`${first.key} has the most traffic: ${bytesText(first.bytes)}.`
      : md`No network traffic was recorded.`,
    basis: md`By ${by === "src_ip" ? "source address" : by === "dst_ip" ? "destination address" : "protocol"}, ${rangeWords(range, turn)}.`,
    facts: [md`In total ${counted(found.totals.flows, "flow")} with ${bytesText(found.totals.bytes)}.`],
    rows: found.talkers.map(({ key, bytes, flows }) => md`${key}: ${bytesText(bytes)} in ${counted(flows, "flow")}`),
    suggestions: ["Top protocols by traffic", "Top destinations by traffic"],
  };
};

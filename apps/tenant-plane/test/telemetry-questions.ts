import { ApiError, type LogRecord } from "@opsplane/contract";
import type { Api } from "./plane.ts";
import { at, logsOf, minute, type Own, spansOf, trace } from "./twin-tenants.ts";

export const window = { from: at(-10 * minute), to: at(10 * minute) };

export interface Question {
  /** A read that is equal for every tenant. Returns the response as text and the compared part, or the status of a refusal. */
  ask(api: Api): Promise<{ text: string; compared: unknown }>;
  own(tenant: Own): unknown;
  nothing: unknown;
}

function question<T>(
  ask: (api: Api) => Promise<T>,
  pick: (answer: T) => unknown,
  own: Question["own"],
  nothing: unknown,
): Question {
  const answered = async (api: Api) => {
    const answer = await ask(api);
    return { text: JSON.stringify(answer), compared: pick(answer) };
  };
  const refused = (error: unknown) => {
    if (error instanceof ApiError) return { text: "", compared: error.status };
    throw error;
  };
  return { ask: (api) => answered(api).catch(refused), own, nothing };
}

export const messages = (records: readonly LogRecord[]) => records.map(({ message }) => message);
const said = (tenant: Own) => logsOf(tenant).map(({ message }) => message);
const load = { metric_name: "load", ...window };
const moment = { start: at(0), end: at(0), step: "60s" };

/** At least one query per read; more when a read has several paths to its rows. */
export const questions = (alikeId: string): Record<string, Question[]> => ({
  "logs.list": [
    question(
      (api) => api.logs.list({ query: { ...window, service: ["web"] } }),
      ({ items }) => messages(items).reverse(),
      (tenant) => ["alike", ...said(tenant)],
      [],
    ),
  ],
  "logs.histogram": [{}, { q: "-nothing" }].map((more) =>
    question(
      (api) => api.logs.histogram({ query: { ...window, service: ["web"], bars: 20, ...more } }),
      ({ total }) => total,
      ({ number }) => number + 1,
      0,
    ),
  ),
  "logs.facets": [
    question(
      (api) => api.logs.facets({ query: { ...window, fields: ["service", "owner"] } }),
      ({ facets }) => facets.map(({ values }) => values),
      ({ word, number }) => [[{ value: "web", count: number + 1 }], [{ value: word, count: number }]],
      [[], []],
    ),
  ],
  "logs.patterns": [{}, { q: "-nothing" }].map((more) =>
    question(
      (api) => api.logs.patterns({ query: { ...window, service: ["web"], ...more } }),
      ({ matched, patterns }) => [matched, patterns.reduce((sum, { count }) => sum + count, 0)],
      ({ number }) => [number + 1, number + 1],
      [0, 0],
    ),
  ),
  "logs.context": [
    question(
      (api) => api.logs.context({ query: { id: alikeId } }),
      ({ before, record, after }) => [messages(before), record.message, messages(after)],
      (tenant) => [[], "alike", said(tenant)],
      404,
    ),
  ],
  "metrics.query": [
    question(
      (api) => api.metrics.query({ query: { metric_name: "load", ...moment } }),
      ({ series }) => series.map(({ labels, points }) => [labels.owner, points[0]?.[1]]).sort(),
      ({ word, number }) =>
        [
          [word, number * 10],
          [undefined, number],
        ].sort(),
      [],
    ),
    question(
      (api) => api.metrics.query({ query: { metric_name: "took", ...moment, agg: "p50", window: "5m" } }),
      ({ series }) => series.map(({ points }) => points[0]?.[1]),
      ({ number }) => [number],
      [],
    ),
  ],
  "metrics.names": [
    question(
      (api) => api.metrics.names({ query: { ...window, q: "load" } }),
      ({ items, total }) => [total, ...items.map(({ metric_name, help, series }) => [metric_name, help, series])],
      ({ word }) => [1, ["load", `of ${word}`, 2]],
      [0],
    ),
  ],
  "metrics.labels": [
    question(
      (api) => api.metrics.labels({ query: load }),
      (labels) => labels.map(({ name, values, series }) => [name, values, series]),
      () => [
        ["host", 1, 2],
        ["owner", 1, 1],
      ],
      [],
    ),
  ],
  "metrics.values": [
    question(
      (api) => api.metrics.values({ query: { ...load, label: "owner" } }),
      (values) => values,
      ({ word }) => [{ value: word, series: 1 }],
      [],
    ),
  ],
  "traces.list": [
    question(
      (api) => api.traces.list({ query: { ...window, service: "web" } }),
      ({ items }) =>
        items.map(({ trace_id, operation, spans, duration_ms }) => [trace_id, operation, spans, duration_ms]),
      ({ word, number }) => [[trace, `GET ${word}`, 4, number * 10]],
      [],
    ),
  ],
  "traces.heatmap": [{}, { min_duration_ms: 40 }].map((more) =>
    question(
      (api) => api.traces.heatmap({ query: { ...window, columns: 20, ...more } }),
      ({ total }) => total,
      ({ number }) => ("min_duration_ms" in more ? Math.floor((number * 10) / 40) : 2),
      0,
    ),
  ),
  "traces.facets": [
    question(
      (api) => api.traces.facets({ query: window }),
      ({ facets }) => facets[1]?.values.map(({ value }) => value),
      ({ word }) => [`GET ${word}`, `POST ${word}`],
      [],
    ),
  ],
  "traces.errors": [
    question(
      (api) => api.traces.errors({ query: window }),
      ({ groups }) => groups.map(({ operation, count, trace_id }) => [operation, count, trace_id]),
      ({ word }) => [[`SELECT ${word}`, 1, trace]],
      [],
    ),
  ],
  "traces.differences": [
    question(
      (api) => api.traces.differences({ query: { ...window, scope: "all", selected_status: "error" } }),
      ({ selection, rest }) => [selection.spans, rest.read],
      () => [1, 3],
      [0, 0],
    ),
  ],
  "traces.get": [
    question(
      (api) => api.traces.get({ params: { trace_id: trace } }),
      ({ span_list }) => span_list.map(({ name, attributes }) => [name, attributes.owner]),
      (tenant) => spansOf(tenant).map(({ name }) => [name, tenant.word]),
      404,
    ),
  ],
  "services.list": [
    question(
      (api) => api.services.list({ query: window }),
      (services) => services.map(({ service, calls, p50_ms }) => [service, calls, p50_ms]).sort(),
      ({ number }) => [
        ["orders", 1, number * 6],
        ["web", 1, number * 10],
      ],
      [],
    ),
    question(
      (api) => api.services.list({ query: { ...window, from: at(-7 * 24 * 60 * minute) } }),
      (services) => services.map(({ service, calls }) => [service, calls]).sort(),
      () => [
        ["orders", 1],
        ["web", 1],
      ],
      [],
    ),
  ],
  "slos.preview": [
    question(
      (api) =>
        api.slos.preview({
          body: {
            indicator: { type: "latency", service: "web", threshold_ms: 40 },
            ...{ objective: 99, window_days: 1 },
          },
        }),
      ({ good, total }) => [good, total],
      ({ number }) => [number * 10 <= 40 ? 1 : 0, 1],
      [0, 0],
    ),
  ],
  "services.operations": [
    question(
      (api) => api.services.operations({ params: { service: "web" }, query: window }),
      (found) => found.map(({ operation, calls }) => [operation, calls]),
      ({ word }) => [[`GET ${word}`, 1]],
      404,
    ),
  ],
  "services.map": [
    question(
      (api) => api.services.map({ query: window }),
      ({ edges }) => edges.map(({ source, target, calls, p50_ms }) => [source, target, calls, p50_ms]).sort(),
      ({ word, number }) => [
        ["orders", `${word}-db`, 1, number * 4],
        ["web", "orders", 1, number * 6],
      ],
      [],
    ),
  ],
  "netflow.list": [{ from: at(-60 * minute), to: at(60 * minute) }, { src_ip: "10.0.0.0/8" }].map((more) =>
    question(
      (api) => api.netflow.list({ query: { ...window, ...more } }),
      ({ flows, summary: { totals } }) => [flows.map(({ exporter }) => exporter), totals.flows, totals.bytes],
      ({ word, number }) => [[word], 1, number * 100],
      [[], 0, 0],
    ),
  ),
  "netflow.topTalkers": (["src_ip", "protocol"] as const).map((group_by) =>
    question(
      (api) => api.netflow.topTalkers({ query: { from: at(-60 * minute), to: at(60 * minute), group_by } }),
      (talkers) => talkers.map(({ bytes, flows }) => [bytes, flows]),
      ({ number }) => [[number * 100, 1]],
      [],
    ),
  ),
  "telemetry.usage": [
    question(
      (api) => api.telemetry.usage(),
      ({ usage }) => usage.map(({ kind, rows }) => `${kind} ${rows}`),
      ({ number }) => ["flows 1", `logs ${number + 1}`, "metrics 3", "traces 4"],
      [],
    ),
  ],
  "telemetry.settings": [
    question(
      (api) => api.telemetry.settings(),
      ({ usage }) => usage.map(({ kind, rows }) => `${kind} ${rows}`),
      ({ number }) => [`logs ${number + 1}`, "metrics 3", "traces 4", "flows 1"],
      ["logs 0", "metrics 0", "traces 0", "flows 0"],
    ),
  ],
  "logs.export": [
    question(
      async (api) => (await api.logs.export({ query: { ...window, service: ["web"], format: "ndjson" } })).text(),
      (text) => text.split("\n").length - 1,
      ({ number }) => number + 1,
      0,
    ),
  ],
  "services.series": [{}, { service: ["web"] }].map((more) =>
    question(
      (api) => api.services.series({ query: { ...window, ...more } }),
      ({ services }) => services.find(({ service }) => service === "web")?.points.map(({ calls }) => calls) ?? [],
      () => [1],
      [],
    ),
  ),
  "netflow.series": (["src_ip", undefined] as const).map((group_by) =>
    question(
      (api) => api.netflow.series({ query: { ...window, points: 20, ...(group_by && { group_by }) } }),
      ({ series }) => series.flatMap(({ bytes }) => bytes).reduce((sum, bytes) => sum + bytes, 0),
      ({ number }) => number * 100,
      0,
    ),
  ),
  "netflow.pairs": [
    question(
      (api) => api.netflow.pairs({ query: window }),
      ({ pairs, other }) => [pairs.map(({ bytes }) => bytes), other.bytes],
      ({ number }) => [[number * 100], 0],
      [[], 0],
    ),
  ],
  "telemetry.health": [
    question(
      (api) => api.telemetry.health(),
      ({ signals }) => signals.map(({ kind, received }) => `${kind} ${received}`),
      () => ["logs true", "metrics true", "traces true", "flows true"],
      ["logs false", "metrics false", "traces false", "flows false"],
    ),
  ],
});

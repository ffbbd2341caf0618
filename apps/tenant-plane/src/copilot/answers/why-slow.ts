import { changeTools, incidentTools, logTools, serviceTools } from "../../tools/index.ts";
import { counted, type Markdown, md, numberText, timeText } from "../markdown.ts";
import { type Answerer, named, rangeOrLast, rangeWords } from "./turn.ts";

const ms = (value: number) => `${numberText(value >= 100 ? Math.round(value) : Number(value.toFixed(1)))} ms`;
const percent = (share: number) => `${numberText(Number((share * 100).toFixed(2)))} %`;

/** A value counts as worse from this ratio to the time before. */
const worse = 1.5;

/** Puts traces, callees, error logs, changes and incidents of a service side by side. It names what stands out and claims no cause. */
export const whySlow: Answerer = async (turn) => {
  const range = rangeOrLast(turn, 1);
  const [item] = named(turn, "item");
  const service = item?.name ?? "";
  const health = await turn.ask(serviceTools.serviceHealth, { ...range, service });
  const operations = await turn.ask(serviceTools.slowestOperations, { ...range, service, limit: 3 });
  const { calls } = await turn.ask(serviceTools.serviceDependencies, { ...range, service });
  const errors = await turn.ask(logTools.topLogErrors, { ...range, service: [service], limit: 3 });
  const day = { from: new Date(Date.parse(range.to) - 86_400_000).toISOString(), to: range.to };
  const changed = item?.id ? await turn.ask(changeTools.whatChanged, { ...day, items: [item.id] }) : undefined;
  const incidents = item?.id
    ? await turn.ask(incidentTools.listIncidents, { items: [item.id], open: true })
    : undefined;
  const { figures, before } = health;
  const [slow] = operations.operations;
  const [callee] = calls;
  const [error] = errors.errors;
  const facts: Markdown[] = [
    ...(slow ? [md`Slowest operation: ${slow.operation}, p95 ${ms(slow.p95_ms)}.`] : []),
    ...(callee
      ? [
          md`Slowest callee: ${callee.name}, p95 ${ms(callee.p95_ms)}, ${counted(callee.errors, "error")} in ${counted(callee.calls, "call")}.`,
        ]
      : []),
    ...(error ? [md`Most frequent error log: “${error.message}”, ${counted(error.count, "time")}.`] : []),
    ...(changed
      ? [
          md`${counted(changed.count, "change")} and ${counted(changed.event_count, "change event")} in the last 24 hours.`,
        ]
      : []),
    ...(incidents ? [md`${counted(incidents.count, "open incident")}.`] : []),
  ];
  const page = turn.cited(health.citation, service);
  const basis = md`From traces, logs and records ${rangeWords(range, turn)}, compared with the same time just before. This is evidence, not a proven cause.`;
  const suggestions = [`Slowest operations of ${service}`, `Top errors of ${service}`, `What changed on ${service}?`];
  const rows = [
    ...(changed?.changes ?? []).map(
      ({ reference, title, start, citation }) =>
        md`${turn.cited(citation, reference)} ${title}${start ? `, ${timeText(start, turn.timezone)}` : ""}`,
    ),
    ...(incidents?.incidents ?? []).map(
      ({ reference, title, citation }) => md`${turn.cited(citation, reference)} ${title}`,
    ),
  ];
  if (!figures)
    return {
      headline: md`${page} had no calls in its traces, so its latency is not known.`,
      basis,
      facts,
      rows,
      suggestions,
    };
  const change = before ? compared(figures.p95_ms, before.p95_ms) : "nothing to compare with";
  return {
    headline: md`${page}: p95 ${ms(figures.p95_ms)} (${change}), error rate ${percent(figures.error_rate)}.`,
    basis,
    facts,
    rows,
    suggestions,
  };
};

function compared(now: number, before: number): string {
  if (before === 0) return "nothing to compare with";
  const ratio = now / before;
  if (ratio >= worse) return `${numberText(Number(ratio.toFixed(1)))} times as slow as just before`;
  return ratio <= 1 / worse ? `faster than just before (${ms(before)})` : `about as before (${ms(before)})`;
}

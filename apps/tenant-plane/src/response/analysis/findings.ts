import type { Evidence, RcaInput, Series, Suspect } from "@opsplane/rca";
import type { EntitySeries } from "../../telemetry/index.ts";
import { besideText } from "./deployments.ts";
import { pageOf } from "./evidence-pages.ts";
import type { Chart, Finding } from "./facts.ts";
import { hostLogsLink, logsLink, metricLink } from "./links.ts";
import { counted, percent, quantity, quoted } from "./phrases.ts";
import { type Measure, timeText, valueText } from "./units.ts";

const maxFindings = 6;

/** What speaks against a suspect, the strongest first, each with the page that shows it. */
export function findingsOf(
  { service, evidence }: Suspect,
  input: RcaInput,
  metrics: readonly EntitySeries[],
): Finding[] {
  const found = new Map<string, Finding>();
  for (const each of evidence) {
    if (found.size === maxFindings) break;
    const finding = findingOf(service, each.detail, { input, metrics });
    // Instances of one service show the same; the strongest one is enough.
    const key = each.detail.kind === "metric" ? `metric ${each.detail.drift.series.metric}` : finding.text;
    if (!found.has(key)) found.set(key, finding);
  }
  return [...found.values()];
}

interface Context {
  input: RcaInput;
  metrics: readonly EntitySeries[];
}

type Detail = Evidence["detail"];
type Of<K extends Detail["kind"]> = Extract<Detail, { kind: K }>;

function findingOf(service: string, detail: Detail, context: Context): Finding {
  switch (detail.kind) {
    case "own time":
      return ownTime(service, detail, context);
    case "transport":
      return transport(detail, context);
    case "metric":
      return metric(service, detail, context);
    case "behaviour":
      return behaviour(detail, context);
    case "lost calls":
      return lostCalls(service, detail, context);
    case "surge":
      return surge(service, detail, context);
    case "log lines":
      return logLines(service, detail, context);
    case "blame":
      return blame(service, detail, context);
    case "blamed host":
      return blamedHost(service, detail, context);
    case "fan-out":
      return fanOut(detail, context);
    case "stalled":
      return stalled(service, detail, context);
    case "mention":
      return mention(service, detail, context);
    case "mentioned members":
      return mentionedMembers(detail, context);
    case "host way":
      return hostWay(detail, context);
    case "gone":
      return gone(detail, context);
    case "version":
      return version(service, detail, context);
  }
}

function ownTime(service: string, { timing }: Of<"own time">, { input }: Context): Finding {
  const { operation, from, to, calls } = timing;
  return {
    kind: "traces",
    text: `${operation} of ${service} takes ${timeText(to)} instead of ${timeText(from)}, without the time of others (${counted(calls, "call")} read).`,
    link: pageOf(service, input, operation),
    chart: chartOf(
      input.series.find((each) => each.service === service && each.metric.startsWith("latency")),
      "ms",
    ),
  };
}

function transport({ caller, callee, timing: { from, to } }: Of<"transport">, { input }: Context): Finding {
  return {
    kind: "traces",
    text: `Calls from ${caller} to ${callee} spend ${timeText(to)} on the way instead of ${timeText(from)}.`,
    link: pageOf(callee, input),
    chart: null,
  };
}

function metric(service: string, { drift }: Of<"metric">, { input, metrics }: Context): Finding {
  const { series, usual, now } = drift;
  if (series.metric === "success rate")
    return {
      kind: "traces",
      text: `The error rate of ${service} rose from ${percent(usual)} to ${percent(now)}.`,
      link: pageOf(service, input),
      chart: chartOf(series, "%"),
    };
  if (series.metric === "latency p50")
    return {
      kind: "traces",
      text: `The median latency of ${service} ${moved(usual, now)} from ${timeText(usual)} to ${timeText(now)}.`,
      link: pageOf(service, input),
      chart: chartOf(series, "ms"),
    };
  const isOfSource = ({ metric }: EntitySeries) => series.metric === metric || series.metric.startsWith(`${metric} `);
  const source = metrics.find((each) => each.entity === service && isOfSource(each));
  const { metric = series.metric, unit = "", isRate = false } = source ?? {};
  const measure: Measure = { metric, unit, isRate };
  return {
    kind: "metric",
    text: `${series.metric} of ${service} ${moved(usual, now)} from ${valueText(usual, measure)} to ${valueText(now, measure)}.`,
    link: source ? metricLink(source, input.at) : pageOf(service, input),
    chart: chartOf(series, ""),
  };
}

function moved(from: number, to: number): string {
  return to >= from ? "rose" : "fell";
}

function behaviour({ found }: Of<"behaviour">, { input }: Context): Finding {
  const { service, operation, event, kind, from, to, after } = found;
  const link = pageOf(service, input, operation);
  const rates = `${percent(to)} of the time instead of ${percent(from)}`;
  const base = { kind: "traces" as const, link, chart: null };
  if (after !== undefined) return { ...base, text: `${operation} of ${service} stops after its call of ${after}.` };
  if (event === "failed") return { ...base, text: `${operation} of ${service} fails ${rates}.` };
  const [what = "", ...rest] = event.split(" ");
  const name = rest.join(" ");
  if (what === "log")
    return {
      ...base,
      kind: "logs",
      text: `${operation} of ${service} logs ${quoted(name)} ${rates}.`,
      link: logsLink(service, input.at, kind === "new" ? name : undefined),
    };
  return { ...base, text: `${operation} of ${service} calls ${name} ${rates}.` };
}

function lostCalls(service: string, { lost }: Of<"lost calls">, { input }: Context): Finding {
  const { callee, drift } = lost;
  return {
    kind: "traces",
    text: `${service} gets its usual calls, but ${callee} gets ${quantity(drift.now)} a minute instead of ${quantity(drift.usual)}.`,
    link: pageOf(callee, input),
    chart: chartOf(drift.series, "calls"),
  };
}

function surge(service: string, { surge: { factor, drift } }: Of<"surge">, { input }: Context): Finding {
  return {
    kind: "traces",
    text: `${service} gets ${factor.toFixed(1)} times its usual calls, and nothing that calls it does.`,
    link: pageOf(service, input),
    chart: chartOf(drift.series, "calls"),
  };
}

function logLines(service: string, { shift }: Of<"log lines">, { input }: Context): Finding {
  const isHost = input.spans?.current.hosts?.includes(service) ?? false;
  return {
    kind: "logs",
    text: `${service} logs ${quoted(shift.template)} ${quantity(shift.to)} times a minute instead of ${quantity(shift.from)}.`,
    link: isHost ? hostLogsLink(service, input.at, shift.template) : logsLink(service, input.at, shift.template),
    chart: null,
  };
}

const maxPoints = 60;

/** The last points of a series, for a small chart. */
function chartOf(series: Series | undefined, unit: Chart["unit"]): Chart | null {
  if (series === undefined) return null;
  const scale = unit === "%" ? 100 : 1;
  const flip = (value: number) => (unit === "%" ? (1 - value) * scale : value);
  const points = series.times.flatMap((time, at): [number, number][] => {
    const value = series.values[at];
    return value === null || value === undefined ? [] : [[time, round(flip(value))]];
  });
  const name = series.metric === "success rate" ? "error rate" : series.metric;
  return points.length < 2 ? null : { name: `${name} of ${series.service}`, unit, points: points.slice(-maxPoints) };
}

function round(value: number): number {
  return Number(value.toPrecision(5));
}

function blame(service: string, { blamed, bad }: Of<"blame">, { input }: Context): Finding {
  const { failed, slow, operation, unanswered } = blamed;
  const [requests, all] = [Math.round(failed + slow), Math.max(1, Math.round(bad))];
  const ways = [failed >= 0.5 && "failed", slow >= 0.5 && "slow"].filter((way) => way !== false).join(" and ");
  const isHost = input.spans?.current.hosts?.includes(service) === true;
  const where = isHost ? `on the way to and from ${service}` : `in ${operation} of ${service}`;
  const silent = unanswered > (failed + slow) / 2 ? `; its callers see no answer` : "";
  return {
    kind: "traces",
    text: `Of ${counted(all, "bad request")}, ${Math.min(requests, all).toLocaleString("en")} ${ways} ${requests === 1 ? "one ends" : "ones end"} ${where}${silent}.`,
    link: pageOf(service, input, operation),
    chart: null,
  };
}

function fanOut({ fanOut: { caller, callee, from, to, after } }: Of<"fan-out">, { input }: Context): Finding {
  const why = after === undefined ? "" : `, each after a look into ${after}`;
  return {
    kind: "traces",
    text: `${caller} calls ${callee} ${quantity(to)} times for each of its requests instead of ${quantity(from)}${why}.`,
    link: pageOf(caller, input),
    chart: null,
  };
}

function mention(service: string, { mention: { lines, by, example } }: Of<"mention">, { input }: Context): Finding {
  const others = by.length > 2 ? `${by.slice(0, 2).join(", ")} and ${by.length - 2} more` : by.join(" and ");
  return {
    kind: "logs",
    text: `${counted(lines, "problem line")} of ${others} ${lines === 1 ? "names" : "name"} ${service}: ${quoted(example)}.`,
    link: logsLink(by[0] ?? service, input.at, service),
    chart: null,
  };
}

function blamedHost(
  service: string,
  { host: { requests, members }, bad }: Of<"blamed host">,
  { input }: Context,
): Finding {
  const [count, all] = [Math.round(requests), Math.max(1, Math.round(bad))];
  return {
    kind: "traces",
    text: `Of ${counted(all, "bad request")}, ${Math.min(count, all).toLocaleString("en")} end on ${service}, in ${listed(members)}.`,
    link: pageOf(service, input),
    chart: null,
  };
}

function mentionedMembers({ host, members }: Of<"mentioned members">, { input }: Context): Finding {
  return {
    kind: "logs",
    text: `Problem lines of others name ${listed(members)}, which run on ${host}.`,
    link: pageOf(host, input),
    chart: null,
  };
}

function hostWay({ way: { host, part, worst } }: Of<"host way">, { input }: Context): Finding {
  const { caller, callee, timing } = worst;
  return {
    kind: "traces",
    text: `Of the extra time on the way between hosts, ${percent(part)} is to and from ${host}: calls from ${caller} to ${callee} spend ${timeText(timing.to)} instead of ${timeText(timing.from)}.`,
    link: pageOf(host, input),
    chart: null,
  };
}

function gone({ gone: { host, members } }: Of<"gone">, { input }: Context): Finding {
  return {
    kind: "traces",
    text: `No spans come from ${host} now, on which ${listed(members)} ran.`,
    link: pageOf(host, input),
    chart: null,
  };
}

function version(service: string, { comparison }: Of<"version">, { input }: Context): Finding {
  return {
    kind: "traces",
    text: `Version ${comparison.version} of ${service} is worse than ${comparison.other} beside it. ${besideText(comparison)}`,
    link: pageOf(service, input),
    chart: null,
  };
}

const maxListed = 3;

function listed(names: readonly string[]): string {
  const more = names.length - maxListed;
  return names.slice(0, maxListed).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function stalled(service: string, { stalled: { from, to } }: Of<"stalled">, { input }: Context): Finding {
  return {
    kind: "traces",
    text: `${service} takes ${percent(to)} of what is sent to it instead of ${percent(from)}.`,
    link: pageOf(service, input),
    chart: null,
  };
}

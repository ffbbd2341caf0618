import { alertTools } from "../../tools/index.ts";
import { counted, joined, md, timeText } from "../markdown.ts";
import { type Answerer, named, rangeOf, rangeWords } from "./turn.ts";

export const alerts: Answerer = async (turn) => {
  const { q } = turn;
  const range = rangeOf(turn);
  const [item] = named(turn, "item");
  const status: ("pending" | "firing" | "resolved")[] = q.slots.states.has("resolved")
    ? ["resolved"]
    : q.slots.states.has("pending")
      ? ["pending"]
      : q.time && !q.concepts.has("firing") && !q.slots.states.has("open")
        ? ["pending", "firing", "resolved"]
        : ["firing"];
  const { severities } = q.slots;
  const found = await turn.ask(alertTools.listAlerts, {
    ...{ ...range, status, limit: Math.min(q.slots.limit ?? 10, 20) },
    ...(severities.length > 0 ? { severity: [...severities] } : {}),
    ...(item ? { item: item.id } : {}),
  });
  const kind = status.length > 1 ? "alert" : `${status[0]} alert`;
  return {
    headline: md`${counted(found.count, kind)}.`,
    basis: md`Counted: ${status.length > 1 ? "alerts in any state" : `alerts that are ${status[0]}`}${severities.length > 0 ? ` with severity ${severities.join(" or ")}` : ""}${item ? ` of ${item.name}` : ""}${q.time ? ` and started ${rangeWords(range, turn)}` : ", now"}.`,
    facts:
      found.by_severity.length > 0
        ? [md`By severity: ${joined(found.by_severity.map(({ key, count }) => md`${key} ${count}`))}.`]
        : [],
    rows: found.alerts.map(
      ({ name, severity, status: state, started_at, muted, citation }) =>
        md`${turn.cited(citation, name)} ${severity} ${state}${muted ? ", muted" : ""}, since ${timeText(started_at, turn.timezone)}`,
    ),
    suggestions: ["Which silences are active?", "How many open incidents are there?"],
  };
};

export const policies: Answerer = async (turn) => {
  const enabled = turn.q.slots.states.has("disabled") ? false : turn.q.slots.states.has("enabled") ? true : undefined;
  const found = await turn.ask(alertTools.listAlertPolicies, enabled === undefined ? {} : { enabled });
  return {
    headline: md`${counted(found.count, `${enabled === undefined ? "" : enabled ? "enabled " : "disabled "}alert policy`, `${enabled === undefined ? "" : enabled ? "enabled " : "disabled "}alert policies`)}.`,
    rows: found.policies.map(
      ({ name, signal, severity, enabled: on, firing, citation }) =>
        md`${turn.cited(citation, name)}: ${signal}, ${severity}, ${on ? `${counted(firing, "alert")} firing` : "disabled"}`,
    ),
    suggestions: ["Which alerts are firing?"],
  };
};

export const silences: Answerer = async (turn) => {
  const found = await turn.ask(alertTools.listSilences, turn.q.slots.states.has("open") ? { state: ["active"] } : {});
  return {
    headline: md`${counted(found.count, "silence or maintenance window", "silences and maintenance windows")}.`,
    basis: md`Counted: those that are active${turn.q.slots.states.has("open") ? "" : " or scheduled"}.`,
    rows: found.silences.map(
      ({ kind, state, comment, starts_at, ends_at, muted_alerts }) =>
        md`${kind}, ${state}: ${comment} (${timeText(starts_at, turn.timezone)} to ${ends_at === null ? "no end" : timeText(ends_at, turn.timezone)}, mutes ${counted(muted_alerts, "alert")})`,
    ),
    suggestions: ["Which alerts are firing?"],
  };
};

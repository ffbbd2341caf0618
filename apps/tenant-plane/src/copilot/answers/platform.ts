import { platformTools } from "../../tools/index.ts";
import { bytesText, counted, md, numberText, timeText } from "../markdown.ts";
import type { Answerer } from "./turn.ts";

export const whoAmI: Answerer = async (turn) => {
  const found = await turn.ask(platformTools.whoAmI, {});
  return {
    headline: md`You are ${found.name} (${found.email}), ${found.role} of ${found.organization}.`,
    facts: [md`${counted(found.permissions, "permission")}. Modules: ${found.modules.join(", ")}.`],
    suggestions: ["Which incidents are assigned to me?", "Am I on call?"],
  };
};

export const plan: Answerer = async (turn) => {
  const { plan: name, limits, modules, organization } = await turn.ask(platformTools.plan, {});
  const limit = (value: number | null) => (value === null ? "unlimited" : numberText(value));
  return {
    headline: md`${organization} has the plan ${name}.`,
    facts: [
      md`Users: ${limit(limits.users)}. Data: ${limits.data_gb_per_month === null ? "unlimited" : `${limit(limits.data_gb_per_month)} GB a month`}. Retention: ${limits.retention_days === null ? "unlimited" : `${limit(limits.retention_days)} days`}. AI credits: ${limits.ai_credits_per_month === null ? "unlimited" : `${limit(limits.ai_credits_per_month)} a month`}.`,
      md`Modules: ${modules.join(", ")}.`,
    ],
    suggestions: ["How much telemetry did we send this month?"],
  };
};

export const usage: Answerer = async (turn) => {
  const found = await turn.ask(platformTools.telemetryUsage, {});
  return {
    headline: md`${bytesText(found.bytes)} and ${counted(found.rows, "row")} of telemetry.`,
    basis: md`Since ${timeText(found.since, turn.timezone)}, after decompression${found.quota_bytes === null ? "; there is no quota" : `; the quota is ${bytesText(found.quota_bytes)}`}.`,
    rows: found.usage.map(({ kind, bytes, rows }) => md`${kind}: ${bytesText(bytes)}, ${counted(rows, "row")}`),
    suggestions: ["Which plan do we have?"],
  };
};

export const telemetry: Answerer = async (turn) => {
  const { store_up, signals } = await turn.ask(platformTools.telemetryStatus, {});
  const received = signals.filter(({ received: has }) => has).map(({ kind }) => kind);
  return {
    headline:
      received.length === 0
        ? md`No telemetry has been received.`
        : md`Received: ${received.join(", ")}.${store_up ? "" : " The telemetry store is down now."}`,
    rows: signals.map(
      ({ kind, last_received_at, rows_today, bytes_today }) =>
        md`${kind}: ${last_received_at === null ? "never" : `last ${timeText(last_received_at, turn.timezone)}`}, today ${counted(rows_today, "row")} (${bytesText(bytes_today)})`,
    ),
    suggestions: ["Which collectors are there?", "How many log records arrived today?"],
  };
};

export const platformHealth: Answerer = async (turn) => {
  const { status, components } = await turn.ask(platformTools.platformHealth, {});
  const bad = components.filter(({ status: state }) => state !== "up" && state !== "ok");
  return {
    headline: md`The platform is ${status}.`,
    facts:
      bad.length > 0 ? [md`Not up: ${bad.map(({ name, status: state }) => `${name} (${state})`).join(", ")}.`] : [],
    rows: components.map(({ name, status: state }) => md`${name}: ${state}`),
    suggestions: ["How many open incidents are there?", "Which alerts are firing?"],
  };
};

export const hosts: Answerer = async (turn) => {
  const found = await turn.ask(platformTools.listHosts, {});
  return {
    headline: md`${counted(found.count, "host")} for runbooks.`,
    rows: found.hosts.map(
      ({ name, connection, address, enabled }) =>
        md`${name}: ${connection}${address === "" ? "" : ` ${address}`}${enabled ? "" : ", disabled"}`,
    ),
    suggestions: ["Which servers are in the CMDB?"],
  };
};

export const collectors: Answerer = async (turn) => {
  const found = await turn.ask(platformTools.listCollectors, {});
  return {
    headline: md`${counted(found.count, "collector token")}.`,
    rows: found.collectors.map(
      ({ name, last_used_at, revoked, rows }) =>
        md`${name}: ${revoked ? "revoked" : last_used_at === null ? "never used" : `last used ${timeText(last_used_at, turn.timezone)}`}, ${counted(rows, "row")}`,
    ),
    suggestions: ["Which telemetry arrives?"],
  };
};

export const help: Answerer = async () => ({
  headline: md`I answer questions about your incidents, alerts, on-call, changes, requests, services, logs, metrics, network and runbooks.`,
  notes: [md`I only read, with your permissions, and cite the records that I used.`],
  suggestions: [
    "How many open incidents are there by severity?",
    "Who is on call now?",
    "What changed in the last 24 hours?",
    "Which service has the most errors?",
  ],
});

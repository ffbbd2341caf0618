import { ApiError, createClient, operations } from "@opsplane/contract";
import { fillTenant } from "../records/fill-tenant.ts";
import { openIncident, unfold } from "../records/incidents.ts";
import type { Items } from "../records/items.ts";
import { fillObjectives } from "../records/objectives.ts";
import type { Api, Email } from "../records/people.ts";
import { runReports } from "../records/reports.ts";
import type { Fault } from "../simulator/faults.ts";
import { openSimulation, type Simulation } from "../simulator/simulate.ts";
import { type DemoPlan, historyMs, liveUntil, noticedAt } from "./plan.ts";
import { pause } from "./retry.ts";
import { openSender, type Send } from "./sender.ts";
import { type Login, signedIn, signIn } from "./session.ts";
import { sendHistory, sendWindow, type Window } from "./telemetry.ts";

export interface DemoInput {
  readonly admin: Login;
  /** The password of the shop's people. */
  readonly password: string;
  readonly plan: DemoPlan;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  /** Hears which telemetry is stored without gaps. */
  readonly onSent: (sent: Window) => Promise<void>;
  readonly now: () => number;
}

const hour = 3_600_000;
const livePauseMs = 5000;
const healthPauseMs = 250;
const collectorName = "Demo shop";

/** Fills the tenant and sends telemetry until the signal aborts. */
export async function runDemo(input: DemoInput): Promise<void> {
  const { admin, plan, signal } = input;
  await telemetryIsUp(admin.baseUrl, signal);
  const ready = input.now();
  const api = await signIn(admin);
  const send = openSender({ baseUrl: admin.baseUrl, token: await newToken(api), signal });
  const simulation = openSimulation(plan);
  const sent = sentRange(input);
  const seconds = () => ((input.now() - ready) / 1000).toFixed(1);
  const records = fillRecords(input, api);
  await Promise.all([
    records.then((items) => runIncident(input, api, items).catch(incidentStops(input))),
    sendAllHistory(input, simulation, send, sent, seconds).then(async () => fillFigures(input, api, await records)),
    sendLive(input, simulation, send, sent),
  ]);
}

/** Records work without ClickHouse, telemetry does not. */
async function telemetryIsUp(baseUrl: string, signal: AbortSignal): Promise<void> {
  const anyone = createClient(operations, { baseUrl });
  for (;;) {
    const { components } = await anyone.system.health();
    const clickhouse = components.find(({ name }) => name === "clickhouse");
    if (clickhouse?.status === "up") return;
    if (clickhouse?.status === "unavailable")
      throw new Error(`The demo needs ClickHouse: ${clickhouse.message ?? "it is not available here"}`);
    await pause(healthPauseMs, signal);
  }
}

/** A token is shown once, so every start makes a new one and revokes the earlier ones. */
async function newToken(api: Api): Promise<string> {
  const { items } = await api.collectors.list({ query: { limit: 1000 } });
  const old = items.filter(({ name, revoked_at }) => name === collectorName && revoked_at === null);
  for (const { id } of old) await api.collectors.revoke({ params: { id } });
  return (await api.collectors.create({ body: { name: collectorName } })).token;
}

async function fillRecords({ admin, password, plan, now, print }: DemoInput, api: Api): Promise<Items> {
  const as = asPeople(admin, password);
  const items = await fillTenant({ api, as, password, now: now(), fault: plan.fault });
  print("The records are complete: people, configuration items, changes, requests, incidents, reports and dashboards.");
  return items;
}

const maxMeasurements = 60;

/** Objectives and reports are about the stored history. */
async function fillFigures({ signal, print }: DemoInput, api: Api, items: Items): Promise<void> {
  await fillObjectives(api, items);
  const measuring = async () => (await api.slos.list({ query: { state: ["no_data"], limit: 1 } })).items.length > 0;
  for (let tries = 0; tries < maxMeasurements && (await measuring()); tries++) await pause(livePauseMs, signal);
  await runReports(api);
  print("The objectives are measured, and each report has run once.");
}

function asPeople(admin: Login, password: string): (email: Email) => Promise<Api> {
  return signedIn({ ...admin, password });
}

/** Opens the incident when the fault is noticed, and develops it over time. */
async function runIncident(
  { admin, password, plan, signal, now, print }: DemoInput,
  api: Api,
  items: Items,
): Promise<void> {
  const { fault }: { fault: Fault } = plan;
  const as = asPeople(admin, password);
  await pause(Math.max(0, noticedAt(fault) - now()), signal);
  const incident = await openIncident(api, as, items, fault);
  print(`${incident.reference} is open: ${incident.title}.`);
  for (;;) {
    const next = await unfold(as, incident, fault, now());
    if (next === undefined) return;
    await pause(next, signal);
  }
}

/** People who try the demo may disable its users or delete records. Telemetry goes on then. */
function incidentStops({ signal, print }: DemoInput): (error: unknown) => void {
  return (error) => {
    if (signal.aborted || !(error instanceof ApiError)) throw error;
    print(`The incident does not unfold further: ${error.message}`);
  };
}

/** The range that is stored without gaps. History grows it at its start, live telemetry at its end. */
function sentRange({ plan: { liveFrom, stored }, onSent }: DemoInput) {
  const joined = (from: number) => (stored && from <= stored.to ? Math.min(from, stored.from) : from);
  let range: Window = { from: joined(liveFrom), to: liveFrom };
  const save = (next: Window) => {
    range = next;
    return onSent(range);
  };
  return {
    grownTo: (to: number) => save({ from: range.from, to }),
    grownFrom: (from: number) => save({ from: Math.min(range.from, joined(from)), to: range.to }),
  };
}

type SentRange = ReturnType<typeof sentRange>;

async function sendAllHistory(
  { plan, print }: DemoInput,
  simulation: Simulation,
  send: Send,
  sent: SentRange,
  seconds: () => string,
): Promise<void> {
  let rows = 0;
  let hasHour = false;
  for (const range of plan.history) {
    await sendHistory(simulation, send, range, async (from, more) => {
      rows += more;
      await sent.grownFrom(from);
      if (hasHour || from > plan.liveFrom - hour) return;
      hasHour = true;
      print(`The last hour of telemetry is stored, ${seconds()} s after the start.`);
    });
  }
  if (plan.history.length > 0 && plan.history.at(-1)?.from === plan.liveFrom - historyMs)
    print(`The history of 6 hours is complete: ${rows} rows, ${seconds()} s after the start.`);
  else print(`Telemetry since the last start is complete: ${rows} rows, ${seconds()} s after the start.`);
}

async function sendLive(
  { plan, signal, now }: DemoInput,
  simulation: Simulation,
  send: Send,
  sent: SentRange,
): Promise<void> {
  for (let from = plan.liveFrom; ; ) {
    await pause(livePauseMs, signal);
    const to = liveUntil(now());
    await sendWindow(simulation, send, { from, to });
    await sent.grownTo(to);
    from = to;
  }
}

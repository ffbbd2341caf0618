import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient, operations, type Rca } from "@opsplane/contract";
import {
  type Fault,
  type FaultKind,
  faultKinds,
  faults,
  fillTenant,
  openSender,
  openSimulation,
  sendHistory,
  truthOf,
} from "@opsplane/demo";
import { hasNativeClickHouse } from "@opsplane/embedded";
import { wilson } from "./rca/scores.ts";
import { runBench, type Scope } from "./scope.ts";
import { type ServerProcess, startProduct } from "./server-process.ts";
import { table } from "./table.ts";
import { tempFolder } from "./temp-folder.ts";

// Each fault of the demo in a tenant of its own: records and telemetry through the public API, an incident at the shop's front door, and what
// POST /api/rca finds. Arguments are the seeds and the faults, each with commas between them.

const seeds = (process.argv[3] ?? "1,2,3").split(",").map(Number);
const wanted = (process.argv[4]?.split(",") ?? []) as FaultKind[];
const kinds = wanted.length > 0 ? wanted : faultKinds;
const password = "correct horse battery staple";
const serviceSecret = "a secret of this bench alone";
const minute = 60_000;
/** What an analysis looks at, and most of what it compares with. */
const historyMs = 75 * minute;
/** Customers notice, an alert fires, a person looks. */
const untilAskedMs = 4 * minute;
const maxGapMs = 20_000;
/** The incident names what customers use, not the cause. */
const frontDoor = ["storefront", "api-gateway"];

type Api = Client<typeof operations>;

interface Outcome {
  kind: FaultKind;
  truth: string;
  /** The place of the true cause, or 0 when it is not among them. */
  places: number[];
  confidence: number[];
  ms: number[];
  missing: Set<string>;
}

await runBench(async (scope) => {
  const folder = await tempFolder(scope);
  logStep("starting the product with its embedded engines");
  const server = await startProduct(scope, {
    DATA_DIR: `${folder}/data`,
    API_RATE_LIMIT_PER_MINUTE: "0",
    ACCESS_TOKEN_SECONDS: "86400",
    BOOTSTRAP_ADMIN_PASSWORD: password,
    SERVICE_SECRET: serviceSecret,
    LOG_LEVEL: "fatal",
    // An emulated engine needs longer than the product's own limit of 10 s.
    ...(hasNativeClickHouse() ? {} : { RCA_BUDGET_MS: "300000", TELEMETRY_QUERY_SECONDS: "300" }),
  });
  const anyone = createClient(operations, { baseUrl: server.url });
  while ((await anyone.system.health()).status !== "ok") await pause(200);

  const outcomes = kinds.map(
    (kind): Outcome => ({
      ...{ kind, truth: truthOf({ kind, startedAt: 0 }).service, places: [], confidence: [], ms: [] },
      missing: new Set(),
    }),
  );
  for (const seed of seeds)
    for (const { kind, truth, places, confidence, ms: times, missing } of outcomes) {
      scope.check();
      const { rca, ms } = await analyzed(scope, server, kind, seed);
      const place = 1 + rca.causes.findIndex(({ service, title }) => (service ?? title) === truth);
      places.push(place);
      confidence.push(rca.confidence);
      times.push(ms);
      const first = rca.causes[0]?.title ?? "nothing";
      logStep(`${kind}, seed ${seed}: ${first} first, ${truth} in place ${place}, ${Math.round(ms)} ms`);
      for (const line of rca.checked)
        if (line.startsWith("Could not be read")) {
          missing.add(line);
          logStep(line);
        }
    }
  print(outcomes);
});

async function analyzed(
  scope: Scope,
  server: ServerProcess,
  kind: FaultKind,
  seed: number,
): Promise<{ rca: Rca; ms: number }> {
  const tenantId = `${kind}-${seed}`;
  const anyone = createClient(operations, { baseUrl: server.url });
  const email = "admin@shop.example";
  await anyone.system.createTenant(
    { body: { id: tenantId, name: tenantId, admin_email: email, admin_password: password } },
    { headers: { "x-service-secret": serviceSecret } },
  );
  const as = loginsOf(server, tenantId);
  const api = await as(email);
  const items = await fillTenant({ api, as, password, now: Date.now() });
  const { token } = await api.collectors.create({ body: { name: "bench" } });
  const send = openSender({ baseUrl: server.url, token, signal: new AbortController().signal });
  const now = Math.floor(Date.now() / 1000) * 1000;
  const fault: Fault = { kind, startedAt: now - faults[kind].onset * 1000 - untilAskedMs };
  const simulation = openSimulation({ seed, fault });
  await sendHistory(simulation, send, { from: now - historyMs, to: now }, async () => scope.check());
  // Sending takes minutes on a slow machine; telemetry goes on until the incident is opened.
  for (let sent = now; Date.now() - sent > maxGapMs; ) {
    const to = Math.floor(Date.now() / 1000) * 1000;
    await sendHistory(simulation, send, { from: sent, to }, async () => scope.check());
    sent = to;
  }
  const { id } = await api.incidents.create({
    body: {
      title: faults[kind].title,
      severity: faults[kind].severity,
      source: "monitoring",
      ci_ids: frontDoor.flatMap((name) => items.get(name) ?? []),
    },
  });
  const begin = performance.now();
  const rca = await api.response.rca({ body: { incident_id: id } });
  return { rca, ms: performance.now() - begin };
}

/** A client for each person, who logs in once. */
function loginsOf(server: ServerProcess, tenantId: string): (email: string) => Promise<Api> {
  const known = new Map<string, Promise<Api>>();
  const login = async (email: string): Promise<Api> => {
    const tenant = { "x-tenant-id": tenantId };
    const anyone = createClient(operations, { baseUrl: server.url });
    const { token } = await anyone.auth.token({ body: { email, password } }, { headers: tenant });
    const headers = { authorization: `Bearer ${token}`, ...tenant };
    return createClient(operations, { baseUrl: server.url, headers: () => headers });
  };
  return (email) => {
    const session = known.get(email) ?? login(email);
    known.set(email, session);
    return session;
  };
}

function print(outcomes: readonly Outcome[]): void {
  const rows = outcomes.map(({ kind, truth, places, confidence, ms }) => [
    kind,
    truth,
    places.map((place) => (place === 0 ? "not found" : String(place))).join(", "),
    confidence.map((each) => `${Math.round(each * 100)} %`).join(", "),
    ms.map((each) => (each / 1000).toFixed(1)).join(", "),
  ]);
  const head = ["fault", "cause", "its place, by seed", "confidence in the first", "seconds"];
  console.log(`\n${table(head, rows)}\n`);
  const places = outcomes.flatMap((each) => each.places);
  const firsts = places.filter((place) => place === 1).length;
  const [low, high] = wilson(firsts, places.length);
  const always = outcomes.filter((each) => each.places.every((place) => place === 1)).length;
  console.log(
    `The cause is first in ${firsts} of ${places.length} analyses (95 %: ${low.toFixed(2)} to ${high.toFixed(2)}), with every seed for ${always} of ${outcomes.length} faults (goal: 8).`,
  );
  for (const line of new Set(outcomes.flatMap(({ missing }) => [...missing]))) console.log(`Left out: ${line}`);
}

function logStep(what: string): void {
  console.log(`bench: ${what}`);
}

import { availableParallelism, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, operations } from "@opsplane/contract";
import { hasNativeClickHouse } from "@opsplane/embedded";
import { anExport, type TestSpan } from "../apps/tenant-plane/test/an-export.ts";
import { cpuSeconds, pssBytes, treeOf } from "./proc.ts";
import { runBench, type Scope } from "./scope.ts";
import { startProduct } from "./server-process.ts";
import { table } from "./table.ts";
import { tempFolder } from "./temp-folder.ts";

// POST /api/rca of the running product after 100,000 spans of 60 services over OTLP, of which one is slow. Arguments are the spans, the
// services and how often it is asked.

const [spanCount = 100_000, serviceCount = 60, asked = 20] = process.argv.slice(3).map(Number);
const password = "correct horse battery staple";
const minute = 60_000;
const windowMs = 85 * minute;
const slowMs = 6 * minute;
const entrances = 6;
const maxDepth = 12;
const batch = 2_000;
/** The goal of the product. */
const goalMs = 3_000;

type Api = ReturnType<typeof createClient<typeof operations>>;

await runBench(async (scope) => {
  const folder = await tempFolder(scope);
  logStep(`starting the product${hasNativeClickHouse() ? "" : "; ClickHouse is emulated, so the times say nothing"}`);
  const server = await startProduct(scope, {
    DATA_DIR: `${folder}/data`,
    API_RATE_LIMIT_PER_MINUTE: "0",
    ACCESS_TOKEN_SECONDS: "86400",
    BOOTSTRAP_ADMIN_PASSWORD: password,
  });
  const anyone = createClient(operations, { baseUrl: server.url });
  while ((await anyone.system.health()).status !== "ok") await pause(200);
  const { token, user } = await anyone.auth.token({ body: { email: "admin@opsplane.local", password } });
  const headers = { authorization: `Bearer ${token}`, "x-tenant-id": user.tenant_id };
  const api = createClient(operations, { baseUrl: server.url, headers: () => headers });
  const idle = pssBytes(server.pid);
  const { names, spans } = drawnSpans(Date.now());
  await send(scope, api, spans);
  const sent = pssBytes(server.pid);
  logStep(`${spans.length} spans of ${names.length} services are stored; asking ${asked} times`);
  const { id } = await api.incidents.create({ body: { title: `${names[0]} is slow`, severity: "P3" } });
  const others = treeOf(server.pid).filter((pid) => pid !== server.pid);
  const cpu = () => [cpuSeconds(server.pid), others.reduce((sum, pid) => sum + cpuSeconds(pid), 0)];
  const before = cpu();
  const times: number[] = [];
  const firsts = new Set<string>();
  const missing = new Set<string>();
  for (let time = 0; time < asked; time++) {
    scope.check();
    const begin = performance.now();
    const { causes, checked } = await api.response.rca({ body: { incident_id: id } });
    times.push(performance.now() - begin);
    firsts.add(causes[0]?.title ?? "nothing");
    for (const line of checked) if (line.startsWith("Could not be read")) missing.add(line);
  }
  const after = cpu();
  print(times, {
    found: `${[...firsts].join(", ")} (the slow one is ${names.at(-1)})`,
    "CPU of an analysis, server and engines": [0, 1]
      .map((at) => `${Math.round((((after[at] ?? 0) - (before[at] ?? 0)) / asked) * 1000)} ms`)
      .join(" and "),
    "memory idle, after the spans, after the analyses": [idle, sent, pssBytes(server.pid)].map(mebibytes).join(", "),
    "load of this machine": `${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores; other work delays the times, not the CPU`,
    "could not be read": [...missing].join(" ") || "nothing was left out",
  });
});

async function send(scope: Scope, api: Api, spans: readonly TestSpan[]): Promise<void> {
  for (let from = 0; from < spans.length; from += batch) {
    scope.check();
    await api.ingest.otlpTraces({ body: anExport(spans.slice(from, from + batch)) });
  }
}

/** Requests through layers of services over the last 85 minutes; the last service is slow at the end. */
function drawnSpans(now: number): { names: string[]; spans: TestSpan[] } {
  const next = numbers(60);
  const names = Array.from({ length: serviceCount }, (_, number) => `service-${number}`);
  // Each service is called by one or two earlier ones, so that there is no circle.
  const callees: number[][] = names.map(() => []);
  for (let number = entrances; number < serviceCount; number++)
    for (let times = next() < 0.4 ? 2 : 1; times > 0; times--)
      callees[Math.max(0, number - 1 - Math.floor(next() * 12))]?.push(number);
  const spans: TestSpan[] = [];
  for (let number = 1; spans.length < spanCount; number++) {
    const at = now - windowMs + (spans.length / spanCount) * (windowMs - minute);
    const trace = number.toString(16).padStart(32, "0");
    const serve = (service: number, parent: string | undefined, begin: number, left: number): number => {
      const id = (spans.length + 1).toString(16).padStart(16, "0");
      const span: TestSpan = {
        ...{ trace, id, service: names[service] ?? "", name: `GET /${service % 4}`, kind: "server", ms: 0 },
        ...(parent !== undefined && { parent }),
        ...{ at: Math.round(begin), host: `host-${service % 12}`, version: "1.0" },
      };
      spans.push(span);
      const isSlow = service === serviceCount - 1 && begin > now - slowMs;
      let end = begin + (isSlow ? 1_500 : 3 + next() * 20);
      for (const callee of callees[service] ?? [])
        if (left > 0 && next() < 0.7) end = serve(callee, id, end, left - 1) + 1;
      span.ms = Math.max(1, Math.round(end - begin));
      return end;
    };
    serve(Math.floor(next() * entrances), undefined, at, maxDepth);
  }
  return { names, spans: spans.slice(0, spanCount) };
}

function print(times: readonly number[], facts: Readonly<Record<string, string>>): void {
  const ordered = times.toSorted((a, b) => a - b);
  const at = (share: number) => ordered[Math.min(ordered.length - 1, Math.ceil(ordered.length * share) - 1)] ?? 0;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const rows = Object.entries({
    "p50, p95, longest": [at(0.5), at(0.95), ordered.at(-1) ?? 0].map(seconds).join(", "),
    goal: `p95 at most ${seconds(goalMs)}: ${at(0.95) <= goalMs ? "reached" : "missed"}`,
    ...facts,
  });
  console.log(`\n${table(["POST /api/rca", ""], rows)}`);
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MiB`;
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
  };
}

function logStep(what: string): void {
  console.log(`bench: ${what}`);
}

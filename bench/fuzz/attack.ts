import { setPriority } from "node:os";
import { type OperationSpec, operations, urlOf } from "@opsplane/contract";
import { bytesOf, type Maker, madeFor, oneOf, type Schema, seeded } from "./values.ts";

/** Sends requests with hostile values to every operation of the contract. Runs as a program; its last line is its result as JSON. */
export interface AttackInput {
  url: string;
  requests: number;
  maxMs: number;
  seed: number;
  atOnce: number;
  tenantId: string;
  email: string;
  password: string;
}

export interface AttackResult {
  sent: number;
  seconds: number;
  statuses: Record<string, number>;
  /** Operations that were answered with 2xx at least once. */
  worked: number;
  operations: number;
  /** The first of each kind: the operation and the status. */
  failures: { operation: string; status: number; count: number; request: string; answer: string }[];
  slowest: { operation: string; ms: number }[];
  /** Requests that took long, with the times of their begin and end. */
  long: { operation: string; from: number; to: number }[];
}

// Real senders run on other machines.
setPriority(10);

const input: AttackInput = JSON.parse(process.env.ATTACK ?? "{}");
const random = seeded(input.seed);
/** Ids in answers, by the kind of record: incidents, hosts, … */
const idsOf = new Map<string, string[]>();
const maxIds = 100;
const statuses: Record<string, number> = {};
const failures = new Map<string, AttackResult["failures"][number]>();
const slowest: AttackResult["slowest"] = [];
const long: AttackResult["long"] = [];
const longMs = 150;
const worked = new Set<string>();
/** They would end the session or the tenant's rights, or belong to the operator. */
const left = new Set(["auth.logout", "system.migrate"]);
const all = Object.entries(operations)
  .flatMap(([group, specs]) =>
    Object.entries(specs).map(([name, spec]) => ({ id: `${group}.${name}`, spec: spec as OperationSpec })),
  )
  .filter(({ id, spec }) => !left.has(id) && spec.access !== "service");

/** Its own account and session: never targets, because without them the attack would be refused at the door. */
const own = new Set<string>();
let headers = await login();
let loggingIn: Promise<void> | undefined;
let sent = 0;
const begin = performance.now();
await Promise.all(Array.from({ length: input.atOnce }, worker));
const result: AttackResult = {
  ...{ sent, statuses, worked: worked.size, operations: all.length },
  seconds: (performance.now() - begin) / 1000,
  failures: [...failures.values()],
  long,
  slowest: slowest.toSorted((one, other) => other.ms - one.ms).slice(0, 8),
};
// Open streams would keep the process alive.
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));

async function login(): Promise<Record<string, string>> {
  const { tenantId, email, password } = input;
  const answer = await fetch(`${input.url}/api/auth/token`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-tenant-id": tenantId },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`.slice(0, 80));
  const { data } = (await answer.json()) as { data: { token: string; user: { id: string } } };
  const mine = { authorization: `Bearer ${data.token}`, "x-tenant-id": tenantId };
  const sessions = await fetch(`${input.url}/api/auth/sessions`, { headers: mine });
  const { data: listed } = (await sessions.json()) as { data: { id: string; current: boolean }[] };
  own.add(data.user.id);
  for (const { id, current } of listed) if (current) own.add(id);
  return mine;
}

/** Once for all workers, because logins are limited. */
function logInAgain(): Promise<void> {
  const useNew = async () => {
    headers = await login().catch(() => headers);
    loggingIn = undefined;
  };
  loggingIn ??= useNew();
  return loggingIn;
}

async function worker(): Promise<void> {
  while (sent < input.requests && performance.now() - begin < input.maxMs) {
    sent += 1;
    if (sent % 1_000 === 0) console.log(`sent ${sent}`);
    await attack(all[sent % all.length] as (typeof all)[number]);
  }
}

async function attack({ id, spec }: (typeof all)[number]): Promise<void> {
  const maker: Maker = { random, ids: idsFor(id), hostility: oneOf(random, [0, 0, 0.05, 0.2, 0.5]) };
  const made = requestOf(spec, maker);
  const from = performance.now();
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), 60_000);
  let status = 0;
  let text = "";
  try {
    const answer = await fetch(input.url + made.path, {
      method: spec.method,
      headers: { ...headers, ...(made.body === undefined ? {} : { "content-type": made.type }) },
      body: made.body ?? null,
      signal: abort.signal,
    });
    status = answer.status;
    if (answer.headers.get("content-type")?.startsWith("text/event-stream")) abort.abort();
    else text = await answer.text();
  } catch (error) {
    if (status === 0) text = String(error instanceof Error ? (error.cause ?? error) : error);
  }
  clearTimeout(timer);
  note(id, { status, text, request: `${spec.method} ${made.path} ${made.body ?? ""}`, ms: performance.now() - from });
  if (status === 401 && /token|session/i.test(text) && spec.access !== "public") await logInAgain();
}

function note(
  operation: string,
  { status, text, request, ms }: { status: number; text: string; request: string; ms: number },
) {
  const kind = status === 0 ? "no answer" : String(status);
  statuses[kind] = (statuses[kind] ?? 0) + 1;
  slowest.push({ operation, ms });
  if (ms >= longMs && long.length < 20_000) long.push({ operation, from: Date.now() - ms, to: Date.now() });
  if (slowest.length > 2_000)
    slowest.splice(0, slowest.length, ...slowest.toSorted((a, b) => b.ms - a.ms).slice(0, 50));
  if (status >= 200 && status < 300) {
    worked.add(operation);
    keepIds(kindOf(operation), text);
  }
  if (status !== 0 && status < 500) return;
  const key = `${operation} ${status} ${text.slice(0, 60)}`;
  const known = failures.get(key);
  if (known) known.count += 1;
  else if (failures.size < 100)
    failures.set(key, { operation, status, count: 1, request: request.slice(0, 600), answer: text.slice(0, 300) });
}

/** The group of an operation has the name of its records. */
function kindOf(operation: string): string {
  return operation.split(".")[0] ?? "";
}

function keepIds(kind: string, text: string): void {
  const known = idsOf.get(kind) ?? [];
  for (const [, id = ""] of text.slice(0, 20_000).matchAll(/"id":"([^"]{1,100})"/g)) {
    if (own.has(id)) continue;
    if (known.length < maxIds) known.push(id);
    else known[Math.floor(random() * maxIds)] = id;
  }
  idsOf.set(kind, known);
}

/** Mostly ids of the operation's own kind, sometimes of any other. */
function idsFor(id: string): readonly string[] {
  const own = idsOf.get(kindOf(id)) ?? [];
  return own.length > 0 && random() < 0.8 ? own : oneOf(random, [...idsOf.values(), own]);
}

function requestOf(spec: OperationSpec, maker: Maker): { path: string; body?: string; type: string } {
  const params = Object.fromEntries(Object.keys(spec.params?.properties ?? {}).map((name) => [name, paramOf(maker)]));
  const query = spec.query === undefined ? {} : Object(madeFor(spec.query as unknown as Schema, { ...maker }));
  const path = pathOf(spec, params, query);
  if (spec.intake || spec.raw || spec.upload)
    return { path, body: bytesOf(maker), type: spec.intake ? oneOf(random, spec.intake.types) : "application/json" };
  if (spec.body === undefined) return { path, type: "" };
  return {
    path,
    body: JSON.stringify(madeFor(spec.body as unknown as Schema, maker)) ?? "null",
    type: "application/json",
  };
}

function paramOf({ ids: known }: Maker): string {
  if (random() < 0.85 && known.length > 0) return oneOf(random, known);
  return oneOf(random, [
    "constructor",
    "__proto__",
    "%00",
    "..%2f",
    "x".repeat(250),
    "INC-1",
    "0",
    crypto.randomUUID(),
  ]);
}

/** Values that cannot be in a URL are left out. */
function pathOf(spec: OperationSpec, params: Record<string, string>, query: Record<string, unknown>): string {
  const usable = Object.entries(query).filter(([, value]) => value !== null && JSON.stringify(value).length < 8_000);
  try {
    return urlOf(spec, { params, query: Object.fromEntries(usable) as Record<string, string> });
  } catch {
    return urlOf(spec, { params, query: {} });
  }
}

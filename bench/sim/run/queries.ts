import type { StepOf } from "../world/world.ts";
import { crowdOf, travel } from "./hosts.ts";
import { closeSpan, logLine, openSpan } from "./records.ts";
import type { Done, Outcome, Running, Serving } from "./running.ts";
import type { DatabaseState, InstanceState } from "./states.ts";
import { leave } from "./waiting.ts";

type Query = StepOf<"query">;

const timeoutMs = 5_000;

/** A statement to a database, over a connection of the pool of the instance. */
export function query(running: Running, { trace, by, span }: Serving, query: Query, done: Done): void {
  const { statement } = query;
  const database = running.databases[query.database] as DatabaseState;
  const { name } = database;
  const client = openSpan(running, trace, by, { operation: statement, kind: "client", parent: span.id, peer: name });
  let isOver = false;
  let isConnected = false;
  const end: Done = (problem) => {
    if (isOver) return;
    isOver = true;
    if (isConnected) release(by, database);
    closeSpan(running, client, problem);
    if (problem !== undefined)
      logLine(running, trace, by, client, "error", `${statement} on ${name} failed: ${problem}`);
    done(problem);
  };
  const begin = () => {
    if (isOver) {
      by.waitingForPool.shift()?.();
      return;
    }
    isConnected = true;
    by.connections += 1;
    database.connections += 1;
    const refusal = refusalOf(database, by);
    if (refusal !== undefined) running.in(2, () => end(refusal));
    else
      travel(running, by.host, database.host, () =>
        execute(running, database, query, (problem) => travel(running, database.host, by.host, () => end(problem))),
      );
  };
  running.in(timeoutMs, () => {
    if (isOver) return;
    if (leave(by.waitingForPool, begin)) end(`no connection to ${name} from the pool within ${timeoutMs} ms`);
    else end(`statement timeout after ${timeoutMs} ms`);
  });
  if (by.connections + by.leaked < by.service.pool) begin();
  else by.waitingForPool.push(begin);
}

function release(by: InstanceState, database: DatabaseState): void {
  by.connections -= 1;
  database.connections -= 1;
  by.waitingForPool.shift()?.();
}

/** Why the database does not take the connection. */
function refusalOf({ name, isUp, host, connections, maxConnections }: DatabaseState, by: InstanceState): Outcome {
  const broken = by.service.broken.get(name);
  if (broken !== undefined) return broken;
  if (!isUp || !host.isUp) return `connect ECONNREFUSED ${name}:5432`;
  return connections > maxConnections ? "FATAL: sorry, too many clients already" : undefined;
}

/** Runs a statement when a worker of the database is free. */
function execute(running: Running, database: DatabaseState, query: Query, done: Done): void {
  const begin = () => {
    database.busy += 1;
    database.statements += 1;
    const { host } = database;
    const ms = durationOf(running, database, query);
    host.running += 0.5;
    running.in(ms, () => {
      host.running -= 0.5;
      database.busy -= 1;
      database.waiting.shift()?.();
      done(query.isWrite && running.random.chance(database.failingWrites) ? database.errorText : undefined);
    });
  };
  if (database.busy < database.workers) begin();
  else database.waiting.push(begin);
}

/** Own work, slowed down by the host and its disk, and the wait for locks. */
function durationOf({ random }: Running, database: DatabaseState, { statement, ms, isWrite }: Query): number {
  const { host, lockMs } = database;
  const own = ms * random.lognormal(1, 0.3) * database.slow * (database.slowStatements.get(statement) ?? 1);
  database.cpuMs += own;
  host.cpuMs += own;
  const disk = isWrite ? host.diskSlow : 1 + (host.diskSlow - 1) / 3;
  const lock = isWrite ? random.exponential(lockMs) : 0;
  if (isWrite && lockMs > 0) database.lockWaits += 1;
  return own * crowdOf(host) * disk + (lockMs > 0 ? lock : 0);
}

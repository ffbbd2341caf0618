import { type OperationSpec, operations, statusOf, urlOf } from "@opsplane/contract";
import { expect, type TestContext } from "vitest";
import { type Example, examples } from "../examples.ts";
import type { Person, Plane } from "../plane.ts";

// Every operation of the contract. A new operation is covered automatically.

export interface Walked {
  id: string;
  spec: OperationSpec;
  make: (world: { plane: Plane; owner: Person }) => Promise<Example>;
}

export const everyOperation: Walked[] = Object.entries(operations).flatMap(([group, specs]) =>
  Object.entries(specs).map(([name, spec]) => ({
    id: `${group}.${name}`,
    spec,
    // The type of `examples` has the same groups and names as `operations`.
    make: (examples as unknown as Record<string, Record<string, Walked["make"]>>)[group]?.[name] as Walked["make"],
  })),
);

declare module "vitest" {
  interface TaskMeta {
    /** The cases of a walk over the contract. `npm test` prints their sum. */
    cases?: number;
  }
}

/** Checks every one of these operations. A test fails once, with the problems of all of them. */
export async function walk(
  { task }: Pick<TestContext, "task">,
  walked: readonly Walked[],
  check: (walked: Walked) => Promise<unknown>,
): Promise<void> {
  const problems: string[] = [];
  for (const each of walked) {
    try {
      await check(each);
    } catch (error) {
      problems.push(`${each.id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  task.meta.cases = (task.meta.cases ?? 0) + walked.length;
  expect(walked.length).toBeGreaterThan(0);
  expect(problems).toEqual([]);
}

export interface Call extends Example {
  raw?: string;
}

export interface RawReply {
  status: number;
  text: string;
  header(name: string): string | undefined;
}

/** Calls the server in this process without a connection. Of a stream, only the status is read. */
export async function call(
  { inject }: Pick<Plane, "inject">,
  spec: OperationSpec,
  { params, query, body, bytes, raw, headers = {} }: Call,
): Promise<RawReply> {
  const payload = raw ?? bytes ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await inject({
    method: spec.method,
    url: urlOf(spec, { params: params ?? {}, query: query ?? {} }),
    headers: payload === undefined ? headers : { "content-type": "application/json", ...headers },
    ...(payload === undefined ? {} : { payload }),
    payloadAsStream: true,
  });
  const header = (name: string) => response.headers[name]?.toString();
  const stream = response.stream();
  const parts: Buffer[] = [];
  if (header("content-type")?.startsWith("text/event-stream")) stream.destroy();
  else for await (const part of stream) parts.push(part as Buffer);
  return { status: response.statusCode, text: Buffer.concat(parts).toString(), header };
}

/** A refusal has a status, a code, a sentence and the id of its trace. */
export function assertRefusal(answer: RawReply, status: number, code: string): void {
  const problem = problemWith(answer, status, code);
  if (problem) throw new Error(problem);
}

function problemWith({ status, text, header }: RawReply, expected: number, code: string): string | undefined {
  if (status !== expected) return `answered ${status} instead of ${expected} ${code}: ${text.slice(0, 300)}`;
  const refusal = asObject(text);
  if (refusal.code !== code) return `answered ${status} ${refusal.code} instead of ${code}`;
  if (typeof refusal.error !== "string" || refusal.error === "") return "answered without an error text";
  if (!/^[0-9a-f]{32}$/.test(String(refusal.trace_id))) return "answered without a trace id";
  if (header("x-trace-id") !== refusal.trace_id) return "answered another trace id in its header";
  return undefined;
}

export function asObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new Error(`answered no JSON: ${text.slice(0, 300)}`);
  }
}

export function assertStatus({ status, text }: RawReply, expected: number): void {
  if (status !== expected) throw new Error(`answered ${status} instead of ${expected}: ${text.slice(0, 300)}`);
}

export function assertWorks(answer: RawReply, spec: OperationSpec): void {
  assertStatus(answer, statusOf(spec));
}

/** A working call with the headers of its caller. */
export async function workingCall({ make }: Walked, plane: Plane, owner: Person): Promise<Call> {
  const example = await make({ plane, owner });
  return { ...example, headers: { ...(example.as ?? owner).headers, ...example.headers } };
}

/** Params that name nothing, for calls that are refused before anything is looked up. */
export const unknownParams = (spec: OperationSpec): Pick<Call, "params"> =>
  spec.params ? { params: { id: "01890000-0000-7000-8000-000000000000", name: "unknown-role" } } : {};

import { type OperationSpec, operations, urlOf } from "@opsplane/contract";
import { expect, test } from "vitest";
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

export interface Call extends Example {
  headers?: Record<string, string>;
  raw?: string;
}

export interface RawReply {
  status: number;
  text: string;
  headers: Headers;
}

export async function call(
  { url }: Plane,
  spec: OperationSpec,
  { params, query, body, bytes, raw, headers = {} }: Call,
): Promise<RawReply> {
  const abort = new AbortController();
  const sent = raw ?? bytes ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url + urlOf(spec, { params: params ?? {}, query: query ?? {} }), {
    method: spec.method,
    headers: sent === undefined ? headers : { "content-type": "application/json", ...headers },
    signal: abort.signal,
    ...(sent === undefined ? {} : { body: sent }),
  });
  // A stream never ends, so only its status is read here.
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  const text = isStream ? "" : await response.text();
  if (isStream) abort.abort();
  return { status: response.status, text, headers: response.headers };
}

export function expectRefusal(answer: RawReply, status: number, code: string): void {
  expect({ status: answer.status, ...JSON.parse(answer.text) }).toMatchObject({
    status,
    code,
    error: expect.any(String),
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(answer.headers.get("x-trace-id")).toBe(JSON.parse(answer.text).trace_id);
}

/** A working call with the headers of its caller. */
export async function workingCall({ make }: Walked, plane: Plane, owner: Person): Promise<Call> {
  const example = await make({ plane, owner });
  return { ...example, headers: { ...(example.as ?? owner).headers, ...example.headers } };
}

/** Defines the test only where it applies, instead of skipping it. */
export const when = (applies: boolean) => (title: string, body: () => Promise<void>) => {
  if (applies) test(title, body);
};

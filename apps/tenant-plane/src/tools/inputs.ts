import { parseTime } from "@opsplane/contract";
import { invalid } from "@opsplane/runtime";
import { type TProperties, type TSchema, Type } from "typebox";
import { shortened } from "../records/shortened.ts";

// Building blocks of the tools' inputs. Every string and list has a limit.

export function inputs<const P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

export function words<const T extends readonly string[]>(values: T, description?: string) {
  return Type.Unsafe<T[number]>({ type: "string", enum: [...values], ...(description ? { description } : {}) });
}

export function several<T extends TSchema>(item: T, description?: string) {
  return Type.Optional(Type.Array(item, { minItems: 1, maxItems: 20, ...(description ? { description } : {}) }));
}

export const name = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
export const maybeName = (description: string) => Type.Optional(name(description));

const time = (description: string) =>
  Type.Optional(Type.String({ minLength: 3, maxLength: 40, description: `${description}: ISO 8601, or now-3h` }));

/** A half-open range. */
export const range = { from: time("Start, included"), to: time("End, excluded") };

export const limit = (most: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: most, description: "Maximum number of rows" }));

export interface Range {
  from: Date | undefined;
  to: Date | undefined;
}

export function readRange({ from, to }: { from?: string; to?: string }, now: Date): Range {
  const read = (path: string, written: string | undefined) =>
    written === undefined
      ? undefined
      : (parseTime(written, now) ?? invalid(path, "must be an ISO 8601 time, or relative such as now-3h"));
  const [start, end] = [read("from", from), read("to", to)];
  if (start && end && start > end) invalid("from", "must not be after to");
  return { from: start, to: end };
}

/** The range in the form of a query, with a default start. */
export function queryRange(input: { from?: string; to?: string }, now: Date, hours: number) {
  const { from, to = now } = readRange(input, now);
  const start = from ?? new Date(to.getTime() - hours * 3_600_000);
  return { from: start.toISOString(), to: to.toISOString() };
}

/** Text of records, cut for results. */
export function cut(text: string, length = 160): string {
  return shortened(text, length);
}

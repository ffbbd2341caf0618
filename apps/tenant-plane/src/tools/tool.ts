import type { Module, Operations, Permission } from "@opsplane/contract";
import { type Db, Failure, type Principal, type Reads } from "@opsplane/runtime";
import type { Static, TObject } from "typebox";
import { Check, Errors } from "typebox/value";
import { bounded } from "./bounded.ts";
import type { Citer } from "./cite.ts";

/** A question about a tenant's data that an assistant may ask. It can only read. */
export interface ReadTool {
  /** In snake_case, such as count_incidents. */
  readonly name: string;
  /** One sentence, also for a model. */
  readonly description: string;
  /** The permission that the asker needs. */
  readonly access: Permission;
  readonly module?: Module;
  readonly input: TObject;
  run(asker: Asker, input: Record<string, unknown>): Promise<ToolResult>;
}

/** The person or key that asks, with everything that a tool may read. */
export interface Asker {
  readonly principal: Principal;
  /** Bound to the asker's tenant. PostgreSQL refuses every write on it. */
  readonly db: Db;
  readonly now: Date;
  readonly timezone: string;
  readonly signal: AbortSignal;
  /** The read operations of the API, with the asker's permissions and plan. */
  readonly reads: Reads<Operations>;
  /** Numbers the citations of one answer. */
  readonly cite: Citer;
  health(): Promise<{ status: string; components: readonly { name: string; status: string }[] }>;
}

export interface ToolResult<Data = unknown> {
  /** JSON of at most about 16 KB. */
  readonly data: Data;
  readonly citations: readonly Citation[];
}

export interface Citation {
  /** Such as C1. Unique within one answer. */
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  /** A page of the console. */
  readonly link: string;
}

type ToolError = "unknown_tool" | "forbidden" | "not_in_plan" | "invalid_input" | "not_found" | "unavailable";

export type ToolOutcome<Data = unknown> =
  | { readonly ok: true; readonly result: ToolResult<Data> }
  | { readonly ok: false; readonly error: ToolError; readonly message: string };

/** A tool whose input and answer have known types, for code. */
export interface TypedTool<Args, Data> extends ReadTool {
  call(asker: Asker, input: Args): Promise<ToolResult<Data>>;
}

interface ToolSpec<Input extends TObject, Data> extends Pick<ReadTool, "name" | "description" | "access" | "module"> {
  readonly input: Input;
  read(asker: Asker, input: Static<Input>): Promise<Data>;
}

class InvalidInput extends Error {}

/** Defines a tool. Its input is checked here, before anything is read. Its citations are those that it makes while it reads. */
export function tool<const Input extends TObject, Data>(spec: ToolSpec<Input, Data>): TypedTool<Static<Input>, Data> {
  const { name, description, access, module, input: schema } = spec;
  const run = async (asker: Asker, input: unknown): Promise<ToolResult<Data>> => {
    if (!Check(schema, input)) throw new InvalidInput(problemOf(schema, input));
    const { cite, made } = asker.cite.scope();
    const data = await spec.read({ ...asker, cite }, input);
    return { data: bounded(data), citations: made() };
  };
  return { ...{ name, description, access, input: schema, run, call: run }, ...(module ? { module } : {}) };
}

function problemOf(schema: TObject, input: unknown): string {
  const [first] = Errors(schema, input);
  const path = first?.instancePath.replaceAll("/", ".").replace(/^\./, "") ?? "";
  return `The input is not valid: ${path === "" ? "it" : path} ${first?.message ?? "has a wrong form"}.`;
}

/** True when the asker's role and plan include the tool. */
export function mayUse({ access, module }: ReadTool, { permissions, entitlements }: Principal): boolean {
  return permissions.has(access) && (module === undefined || entitlements.modules.has(module));
}

/** Runs a tool by name. Problems are values, so that an engine can read them. */
export async function runTool(
  tools: ReadonlyMap<string, ReadTool>,
  asker: Asker,
  name: string,
  input: Record<string, unknown>,
): Promise<ToolOutcome> {
  const found = tools.get(name);
  if (!found) return refused("unknown_tool", `There is no tool '${name.slice(0, 100)}'.`);
  return outcomeOf(found, asker, () => found.run(asker, input));
}

/** The same for code that knows the tool. */
export function useTool<Args, Data>(
  used: TypedTool<Args, Data>,
  asker: Asker,
  input: Args,
): Promise<ToolOutcome<Data>> {
  return outcomeOf(used, asker, () => used.call(asker, input));
}

async function outcomeOf<Data>(
  used: ReadTool,
  { principal }: Asker,
  run: () => Promise<ToolResult<Data>>,
): Promise<ToolOutcome<Data>> {
  if (!principal.permissions.has(used.access))
    return refused("forbidden", `Your role does not have the permission ${used.access}.`);
  if (!mayUse(used, principal)) return refused("not_in_plan", `The feature ${used.module} is not in your plan.`);
  try {
    return { ok: true, result: await run() };
  } catch (error) {
    return asOutcome(error);
  }
}

const codes: Readonly<Record<string, ToolError>> = {
  FORBIDDEN: "forbidden",
  FEATURE_DISABLED: "not_in_plan",
  VALIDATION_ERROR: "invalid_input",
  NOT_FOUND: "not_found",
};

/** A failure that the caller caused is a value. Others are faults and stay exceptions. */
function asOutcome(error: unknown): ToolOutcome<never> {
  if (error instanceof InvalidInput) return refused("invalid_input", error.message);
  if (error instanceof Failure && error.status !== 499 && error.code !== "ERROR")
    return refused(codes[error.code] ?? "unavailable", error.message);
  throw error;
}

function refused(error: ToolError, message: string): ToolOutcome<never> {
  return { ok: false, error, message };
}

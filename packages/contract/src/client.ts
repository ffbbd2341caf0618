import type { Static } from "typebox";
import type { ErrorBody, ErrorCode, ErrorDetail } from "./errors.ts";
import {
  envelopeOf,
  estimateHeader,
  type Input,
  type OperationGroups,
  type OperationSpec,
  type Output,
  statusOf,
} from "./operation.ts";

/** A typed client for every operation of a contract. The console and the tests use it. */
export function createClient<G extends OperationGroups>(groups: G, options: ClientOptions): Client<G> {
  const built: Record<string, Record<string, unknown>> = {};
  for (const [group, specs] of Object.entries(groups)) {
    built[group] = {};
    for (const [name, spec] of Object.entries(specs)) {
      built[group][name] = (input: LooseInput = {}, call: CallOptions = {}) => send(spec, input, call, options);
    }
  }
  return built as Client<G>;
}

export interface ClientOptions {
  baseUrl: string;
  /** Returns the headers for each call: authorization and x-tenant-id. */
  headers?: () => Record<string, string> | Promise<Record<string, string>>;
  fetch?: (url: string, init: RequestInit, call: CallOptions) => Promise<Response>;
}

export interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Hears how much of the body is sent, from 0 to 1, if the client's fetch can tell. */
  onSent?: (part: number) => void;
  /** Hears the headers of a successful answer, which name things that a file cannot. */
  onHeaders?: (headers: Headers) => void;
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode | "NETWORK",
    message: string,
    readonly traceId: string,
    readonly details: ErrorDetail[] = [],
  ) {
    super(message);
    this.name = "ApiError";
  }
}

type Optionals<T> = T extends Record<string, never> ? { readonly [K in never]: K } : T;
type Present<K extends string, T> =
  T extends Record<string, never>
    ? { [P in K]?: never }
    : Record<string, never> extends Partial<T>
      ? Partial<T> extends T
        ? { [P in K]?: T }
        : { [P in K]: T }
      : { [P in K]: T };

export type CallInput<S extends OperationSpec> = Present<"params", Optionals<Input<S>["params"]>> &
  Present<"query", Partial<Input<S>["query"]>> &
  (S["intake"] extends object
    ? { body: unknown }
    : S["upload"] extends true
      ? { body: FileBody }
      : Present<"body", Input<S>["body"]>);

/** A file to send. Its type is the header content-type of the call. */
export type FileBody = Blob | Uint8Array<ArrayBuffer> | string;

export type CallResult<S extends OperationSpec> = S["envelope"] extends "page" | "items"
  ? Output<S> & { limit: number; offset: number }
  : S["download"] extends true
    ? Blob
    : Output<S>;

export type Client<G extends OperationGroups> = {
  [A in keyof G]: {
    [N in keyof G[A]]: Record<string, never> extends CallInput<G[A][N]>
      ? (input?: CallInput<G[A][N]>, call?: CallOptions) => Promise<CallResult<G[A][N]>>
      : (input: CallInput<G[A][N]>, call?: CallOptions) => Promise<CallResult<G[A][N]>>;
  };
};

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

async function send(
  spec: OperationSpec,
  input: LooseInput,
  call: CallOptions,
  options: ClientOptions,
): Promise<unknown> {
  const headers: Record<string, string> = {
    accept: "application/json",
    ...(await options.headers?.()),
    ...call.headers,
  };
  const init: RequestInit = { method: spec.method, headers };
  if (spec.upload) {
    headers["content-type"] ??= "application/octet-stream";
    init.body = input.body as FileBody;
  } else if (input.body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(input.body);
  }
  if (call.signal) init.signal = call.signal;
  const response = await (options.fetch ?? fetch)(options.baseUrl + urlOf(spec, input), init, call).catch(
    (cause: unknown) => {
      if (call.signal?.aborted) throw cause;
      throw new ApiError(0, "NETWORK", "Can't reach the server.", "");
    },
  );
  if (!response.ok) throw await asError(response);
  call.onHeaders?.(response.headers);
  if (statusOf(spec) === 204) return undefined;
  if (spec.download) return response.blob();
  const answer = unwrap(spec, (await response.json()) as Record<string, unknown>);
  return response.headers.get(estimateHeader) === "1" ? { ...(answer as object), estimated: true } : answer;
}

export function urlOf(spec: OperationSpec, input: Pick<LooseInput, "params" | "query">): string {
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== "") query.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

function unwrap(spec: OperationSpec, body: Record<string, unknown>): unknown {
  switch (envelopeOf(spec)) {
    case "page":
    case "cursor": {
      const { data, ...rest } = body;
      return { items: data, ...rest };
    }
    case "items":
    case "none":
      return body;
    default:
      return body.data;
  }
}

async function asError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Partial<Static<typeof ErrorBody>>;
  const traceId = body.trace_id ?? response.headers.get("x-trace-id") ?? "";
  return new ApiError(
    response.status,
    body.code ?? "ERROR",
    body.error ?? `The server answered ${response.status}.`,
    traceId,
    body.details,
  );
}

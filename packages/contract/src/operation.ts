import type { Static, TObject, TSchema } from "typebox";
import type { Permission } from "./permissions.ts";
import type { Module } from "./plans.ts";

/** Who may call: holders of one permission, or callers that are independent of roles. */
export type Access = Permission | "public" | "signed_in" | "service";

/**
 * How the reply is wrapped:
 * one   { data }
 * page  { data: [], total, limit, offset }
 * items { items: [], total, limit, offset }   only the incident list
 * cursor { data: [], next, limit }             lists that are too long to count
 * both  the keys at the top level and again under data, for replies whose clients read top-level keys
 * none  no JSON body (204, or a stream)
 */
export type Envelope = "one" | "page" | "items" | "cursor" | "both" | "none";

/** The same shape for every plane; `operation` narrows it to the permissions and modules of the Tenant Plane. */
export interface OperationSpec {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** A permission, `public`, `signed_in` or `service`. */
  readonly access: string;
  /** The plan module that this belongs to. Without it, every plan has the operation. */
  readonly module?: string;
  readonly effect: "read" | "write";
  readonly status?: 200 | 201 | 202 | 204;
  readonly envelope?: Envelope;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  readonly reply: TSchema;
  /** For telemetry: the body is raw bytes in one of these types and encodings, and no rate limit applies. */
  readonly intake?: { readonly types: readonly string[]; readonly encodings: readonly string[] };
  /** Slow work, such as asking a model, comes before the transaction of the write. */
  readonly prepares?: true;
  /** The body is a file of any type. It is stored while it arrives, and the operation's transaction runs after that. */
  readonly upload?: true;
  /** The body is raw bytes, because its sender signs them or its protocol has errors of its own for what it cannot read. */
  readonly raw?: { readonly maxBytes: number };
  /** The answer is a file in its own type, which is sent while it is read. */
  readonly download?: true;
  /** The header x-tenant-id may be absent, because clients of a standard protocol send only a token. */
  readonly tenantOfToken?: true;
  /**
   * What stays reachable when the license or the subscription restricts the service:
   * sign_in  in grace, read-only and past due, although it is a write
   * status   the same, and with an invalid license too
   * always   also when the license is locked
   */
  readonly reachable?: "sign_in" | "status" | "always";
  /** Callable with a token of a temporary password. */
  readonly beforePasswordChange?: boolean;
  /** Machines call it all the time. Without a note of its handler or an event it leaves no audit record. */
  readonly routine?: true;
  /** This write can change the rights of tokens, so every instance drops the tenant's cached tokens. */
  readonly revokes?: "tokens";
}

/** An endpoint as one value, which drives the server, client, API document, access check and audit log. */
export function operation<const S extends OperationSpec & { access: Access; module?: Module }>(spec: S): S {
  return spec;
}

export type OperationGroups = Readonly<Record<string, Readonly<Record<string, OperationSpec>>>>;

type Part<T> = T extends TSchema ? Static<T> : Record<string, never>;

export interface Input<S extends OperationSpec> {
  params: Part<S["params"]>;
  query: Part<S["query"]>;
  body: Part<S["body"]>;
}

export interface Page<T> {
  items: T[];
  total: number;
  /** The total is estimated, not counted. The header `x-total-estimate` says so. */
  estimated?: boolean;
}

export const estimateHeader = "x-total-estimate";

export interface CursorPage<T> {
  items: T[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
}

/** The result of a handler. The client receives the same, with limit and offset added to pages. */
export type Output<S extends OperationSpec> = S["envelope"] extends "page" | "items"
  ? Page<Static<S["reply"]>>
  : S["envelope"] extends "cursor"
    ? CursorPage<Static<S["reply"]>>
    : S["envelope"] extends "none"
      ? undefined
      : Static<S["reply"]>;

export function envelopeOf(spec: OperationSpec): Envelope {
  return spec.envelope ?? "one";
}

export function statusOf(spec: OperationSpec): number {
  return spec.status ?? 200;
}

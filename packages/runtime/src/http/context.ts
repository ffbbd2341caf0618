import type { Input, OperationGroups, OperationSpec, Output } from "@opsplane/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Download, GeneratedDownload, ReceivedFile } from "../files/file.ts";
import type { Database, Db } from "../postgres/database.ts";
import type { Principal } from "../principal.ts";
import type { Origin } from "../trail.ts";
import type { WriteScope } from "../write-scope.ts";

/** Passed to every handler besides its input. */
interface Common {
  readonly now: Date;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A read of a tenant's records. */
export interface ReadContext extends Common {
  readonly principal: Principal;
  readonly db: Db;
}

/** A write of a tenant's records. `db` is a transaction that commits together with its audit record and events. */
export interface WriteContext extends Common, WriteScope {
  readonly principal: Principal;
  readonly origin: Origin;
  /** Refuses a change that is based on an older version of the record (header If-Match). */
  assertUnchanged(record: { version: number }): void;
}

/** For operations without a principal: login, health, service calls. The handler opens its own transactions. */
export interface OpenContext extends Common {
  readonly origin: Origin;
  readonly database: Database;
  /** Refuses when the tenant is not entitled to this operation. Called as soon as the tenant is known. */
  assertEntitled(tenantId: string): Promise<void>;
}

/** For telemetry: the raw body. */
export interface IntakeContext extends Common {
  readonly principal: Principal;
  readonly body: Buffer;
  readonly type: string;
  readonly encoding: string;
}

export type ContextOf<S extends OperationSpec> = S["access"] extends "public" | "service"
  ? OpenContext
  : S["effect"] extends "write"
    ? WriteContext
    : ReadContext;

/** A file is sent in two steps: the body is stored while it arrives, then a write takes the stored file. */
export interface UploadHandler<S extends OperationSpec> {
  /** Refuses before the body is read. */
  admit(context: ReadContext & Input<S>): Promise<void>;
  /** A file that this write does not take is removed. */
  store(context: WriteContext & Input<S> & { readonly file: ReceivedFile }): Promise<Output<S>>;
}

/** Does the slow work without a transaction, and returns what the transaction does then. */
export type PreparingHandler<S extends OperationSpec> = (
  context: ReadContext & Input<S>,
) => Promise<(context: WriteContext) => Promise<Output<S>>>;

export type Handler<S extends OperationSpec> = S["upload"] extends true
  ? UploadHandler<S>
  : S["prepares"] extends true
    ? PreparingHandler<S>
    : (
        context: S["intake"] extends object
          ? IntakeContext
          : S["raw"] extends object
            ? ContextOf<S> & Omit<Input<S>, "body"> & { readonly body: Buffer }
            : ContextOf<S> & Input<S>,
      ) => Promise<S["download"] extends true ? Download | GeneratedDownload : Output<S>>;

/** One handler per operation. A missing one is a compile error. */
export type Handlers<G extends OperationGroups> = {
  readonly [A in keyof G]: { readonly [N in keyof G[A]]: Handler<G[A][N]> };
};
export type HandlersOf<G extends Readonly<Record<string, OperationSpec>>> = { readonly [N in keyof G]: Handler<G[N]> };

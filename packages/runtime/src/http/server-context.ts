import type { FastifyRequest } from "fastify";
import type { Log } from "../log.ts";
import type { Database, Transaction } from "../postgres/database.ts";
import type { Principal } from "../principal.ts";
import type { SecretBox } from "../secrets.ts";
import type { DomainEvent, Origin } from "../trail.ts";
import type { Intake } from "./intake.ts";
import type { RefusalLimiter } from "./rate-limit.ts";

/** What an app lends to every operation. */
export interface ServerContext {
  log: Log;
  database: Database;
  secrets: SecretBox;
  now(): Date;
  intake: Intake;
  serviceSecret: string | undefined;
  requestsPerMinute: number;
  /** Counts refused tokens and service secrets. */
  refusals: RefusalLimiter;
  /**
   * Undefined for a token that is unknown, expired or revoked. At once for one that is remembered; `beforeLookUp` runs only for
   * the others and may refuse them.
   */
  authenticate(token: string, beforeLookUp?: () => void): Principal | undefined | Promise<Principal | undefined>;
  /** Enqueues the durable reactions to an event in the transaction that announces it. */
  react(tx: Transaction, tenantId: string, event: DomainEvent): Promise<void>;
  /** Called after a tenant's write has been committed, with how many events it announced. */
  written(operation: string, tenantId: string, events: number): void;
}

export function originOf(request: FastifyRequest, who: Pick<Origin, "actorType" | "actorId" | "actor">): Origin {
  return {
    ...who,
    address: request.ip,
    userAgent: request.headers["user-agent"]?.slice(0, 300) ?? null,
    traceId: request.id,
  };
}

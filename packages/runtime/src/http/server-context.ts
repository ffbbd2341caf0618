import type { FastifyRequest } from "fastify";
import type { Entitlements } from "../entitlements.ts";
import type { FileRules } from "../files/file.ts";
import type { Log } from "../log.ts";
import type { Database } from "../postgres/database.ts";
import { actorTypeOf, type Principal } from "../principal.ts";
import type { SecretBox } from "../secrets.ts";
import type { Origin } from "../trail.ts";
import type { WriteHooks } from "../write-scope.ts";
import type { IntakeRules } from "./intake-rules.ts";
import type { RefusalLimiter } from "./rate-limit.ts";

/** The context that a plane provides to every operation. */
export interface ServerContext extends WriteHooks {
  log: Log;
  database: Database;
  secrets: SecretBox;
  /** Required only for a plane with intake operations. */
  intake?: IntakeRules;
  /** Needed only by a plane with uploads or downloads. */
  files?: FileRules;
  serviceSecret: string | undefined;
  /** Callers must name the tenant of their token in x-tenant-id. Only intake and standard protocols may leave it out. */
  tenantHeader: "required" | "optional";
  requestsPerMinute: number;
  /** Counts refused tokens and service secrets. */
  refusals: RefusalLimiter;
  /**
   * Returns undefined for an unknown, expired or revoked token. A cached token is returned synchronously. `beforeLookUp` runs only for
   * other tokens and may refuse them.
   */
  authenticate(token: string, beforeLookUp?: () => void): Principal | undefined | Promise<Principal | undefined>;
  /** Of a tenant that an operation without a principal found out. */
  entitlementsOf(tenantId: string): Promise<Entitlements>;
  /** Called after a write that may have changed the rights of a tenant's tokens. */
  revoked(tenantId: string): void;
}

export function originOf(request: FastifyRequest, who: Pick<Origin, "actorType" | "actorId" | "actor">): Origin {
  return {
    ...who,
    address: request.ip,
    userAgent: request.headers["user-agent"]?.slice(0, 300) ?? null,
    traceId: request.id,
  };
}

/** The origin of what a signed-in caller does. */
export function personOrigin(request: FastifyRequest, principal: Principal): Origin {
  const { id, label } = principal;
  return originOf(request, { actorType: actorTypeOf(principal), actorId: id, actor: label });
}

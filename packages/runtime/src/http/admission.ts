import type { OperationSpec } from "@opsplane/contract";
import type { FastifyRequest } from "fastify";
import { fail } from "../failure.ts";
import type { Principal } from "../principal.ts";
import { sameSecret } from "../secrets.ts";
import type { Frame } from "./frame.ts";
import { rateLimiter } from "./rate-limit.ts";

declare module "fastify" {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    operation?: string;
  }
}

/** The one gate in front of every operation: token, tenant, password, permission, plan, rate; in this order. */
export function admission(frame: Frame): (spec: OperationSpec, request: FastifyRequest) => Promise<void> {
  const countRequest = rateLimiter(frame.requestsPerMinute);
  return async (spec, request) => {
    if (spec.access === "public") return;
    if (spec.access === "service") return admitService(frame, request);
    const principal = await identify(frame, request);
    countRequest(principal.id, Date.now());
    admit(spec, principal, request);
    request.principal = principal;
  };
}

function admitService(frame: Frame, request: FastifyRequest): void {
  const given = request.headers["x-service-secret"];
  if (frame.serviceSecret === undefined || typeof given !== "string" || !sameSecret(given, frame.serviceSecret)) {
    fail("UNAUTHORIZED", "This call needs the header x-service-secret with the secret this service was started with.");
  }
}

async function identify(frame: Frame, request: FastifyRequest): Promise<Principal> {
  const [scheme, token] = (request.headers.authorization ?? "").split(" ");
  if (scheme?.toLowerCase() !== "bearer" || !token)
    fail("UNAUTHORIZED", "This call needs the header Authorization: Bearer <token>.");
  return (
    (await frame.authenticate(token)) ?? fail("UNAUTHORIZED", "The token is not valid or has expired; log in again.")
  );
}

function admit(spec: OperationSpec, principal: Principal, request: FastifyRequest): void {
  if (request.headers["x-tenant-id"] !== principal.tenantId) {
    fail("FORBIDDEN", "The header x-tenant-id must name the tenant that the token belongs to.");
  }
  if (principal.mustChangePassword && !spec.beforePasswordChange) {
    fail("PASSWORD_CHANGE_REQUIRED", "The temporary password must be changed first, at POST /api/auth/password.");
  }
  if (spec.access !== "signed_in" && !principal.permissions.has(spec.access)) {
    fail("FORBIDDEN", `This needs the permission ${spec.access}, which the role '${principal.role}' does not have.`);
  }
  if (spec.module && !principal.modules.has(spec.module)) {
    fail("FEATURE_DISABLED", `The feature ${spec.module} is not part of this tenant's plan.`);
  }
}

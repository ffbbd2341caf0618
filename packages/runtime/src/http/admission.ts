import type { OperationSpec } from "@opsplane/contract";
import type { FastifyRequest } from "fastify";
import { assertEntitled } from "../entitlements.ts";
import { fail } from "../failure.ts";
import type { Principal } from "../principal.ts";
import { sameSecret } from "../secrets.ts";
import { rateLimiter } from "./rate-limit.ts";
import type { ServerContext } from "./server-context.ts";

declare module "fastify" {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    operation?: string;
    /** The body may take longer than others, as long as it keeps arriving. */
    longBody?: boolean;
  }
}

/** Admits a request to an operation: checks token, tenant, password, permission, plan and rate, in this order. */
export function admission(
  server: ServerContext,
): (spec: OperationSpec, request: FastifyRequest) => void | Promise<void> {
  const countRequest = rateLimiter(server.requestsPerMinute);
  const enter = (spec: OperationSpec, request: FastifyRequest, principal: Principal | undefined) => {
    if (!principal) refuse(server, request, "The token is not valid or has expired; log in again.");
    if (!spec.intake) countRequest(principal.id, Date.now());
    admit(spec, principal, request, server.tenantHeader);
    request.principal = principal;
  };
  return (spec, request) => {
    if (spec.access === "public") return;
    if (spec.access === "service") return admitService(server, request);
    const found = server.authenticate(tokenOf(server, request), () => server.refusals.assertAllowed(request.ip));
    if (found instanceof Promise) return found.then((principal) => enter(spec, request, principal));
    enter(spec, request, found);
  };
}

function admitService(server: ServerContext, request: FastifyRequest): void {
  server.refusals.assertAllowed(request.ip);
  const given = request.headers["x-service-secret"];
  if (server.serviceSecret === undefined || typeof given !== "string" || !sameSecret(given, server.serviceSecret)) {
    refuse(server, request, "Send the header x-service-secret with the secret of this service.");
  }
}

function tokenOf(server: ServerContext, request: FastifyRequest): string {
  const [scheme, token] = (request.headers.authorization ?? "").split(" ");
  if (scheme?.toLowerCase() !== "bearer" || !token)
    refuse(server, request, "Send the header Authorization: Bearer <token>.");
  return token;
}

/** Fails with 401, or with 429 when the address was refused too often. */
function refuse({ refusals }: ServerContext, request: FastifyRequest, reason: string): never {
  refusals.assertAllowed(request.ip);
  refusals.count(request.ip);
  fail("UNAUTHORIZED", reason);
}

/** What a token of a machine is for. It may do nothing that is open to everyone who is signed in. */
const machineUses: Partial<Record<Principal["kind"], string>> = {
  collector: "A collector token can only send telemetry",
  deployment: "The token of a deployment can only report usage and fetch statements",
};

function admit(
  spec: OperationSpec,
  principal: Principal,
  request: FastifyRequest,
  tenantHeader: ServerContext["tenantHeader"],
): void {
  const use = machineUses[principal.kind];
  if (use !== undefined && !spec.intake && !principal.permissions.has(spec.access))
    fail("FORBIDDEN", `${use}; use an API key or log in.`);
  // Telemetry senders and clients of standard protocols need not send x-tenant-id, because the token identifies the tenant.
  const isOptional = tenantHeader === "optional" || spec.intake !== undefined || spec.tenantOfToken === true;
  const tenant = request.headers["x-tenant-id"] ?? (isOptional ? principal.tenantId : undefined);
  if (tenant !== principal.tenantId) {
    fail("FORBIDDEN", "The header x-tenant-id must name the tenant that the token belongs to.");
  }
  if (principal.mustChangePassword && !spec.beforePasswordChange) {
    fail("PASSWORD_CHANGE_REQUIRED", "Change the temporary password first with POST /api/auth/password.");
  }
  assertMayCall(spec, principal);
}

/** Refuses an operation that the principal's role or plan does not include. */
export function assertMayCall(spec: OperationSpec, principal: Principal): void {
  assertEntitled(spec, principal.entitlements);
  if (spec.access !== "signed_in" && !principal.permissions.has(spec.access)) {
    fail("FORBIDDEN", `Your role '${principal.role}' does not have the permission ${spec.access}.`);
  }
}

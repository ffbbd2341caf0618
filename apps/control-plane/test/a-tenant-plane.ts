import type { ServerResponse } from "node:http";
import { type Receiver, startReceiver } from "@opsplane/tenant-plane/testing/receiver";
import { serviceSecret } from "./customers.ts";

export interface FakeTenantPlane extends Receiver {
  /** What the health report says. */
  health: { status: string; version: string };
  /** What happens to the next requests to a path: the connection breaks, no answer ever comes, or an answer with this status. */
  faults: { path: string; fault: "lost" | "held" | number }[];
  /** Temporary passwords that it gave, newest last, by tenant. */
  passwords: Map<string, string[]>;
}

/** The internal API of a Tenant Plane, as far as the Control Plane uses it. */
export async function startTenantPlane(): Promise<FakeTenantPlane> {
  const passwords = new Map<string, string[]>();
  const faults: FakeTenantPlane["faults"] = [];
  const health = { status: "ok", version: "1.4.2" };
  const receiver = await startReceiver(({ path, headers, body }, response) => {
    const answer = (status: number, value: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (path === "/api/health") return answer(200, health);
    if (headers["x-service-secret"] !== serviceSecret) return answer(401, { code: "UNAUTHORIZED" });
    const index = faults.findIndex((each) => each.path === path);
    const [{ fault } = { fault: undefined }] = index === -1 ? [] : faults.splice(index, 1);
    if (typeof fault === "number") return answer(fault, { code: "ERROR" });
    if (path !== "/api/internal/tenants") return fault ? leave(response, fault) : answer(200, { data: {} });
    const { id, renew } = JSON.parse(body);
    const known = passwords.get(id) ?? [];
    if (known.length > 0 && renew !== true) return answer(409, { code: "CONFLICT" });
    const temporary = `temporary-${id}-${known.length + 1}`;
    passwords.set(id, [...known, temporary]);
    // The tenant exists now, but the caller does not learn it.
    if (fault !== undefined) return leave(response, fault);
    return answer(201, { data: { id, temporary_password: temporary } });
  });
  return { ...receiver, health, faults, passwords };
}

function leave(response: ServerResponse, fault: "lost" | "held"): void {
  if (fault === "lost") response.destroy();
}

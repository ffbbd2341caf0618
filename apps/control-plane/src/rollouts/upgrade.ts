import { staffTenant } from "@opsplane/contract/control-plane";
import { Failure, OutboundFailure, signedHeaders } from "@opsplane/runtime";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import type { Core } from "../core.ts";
import type { Report } from "./rules.ts";
import type { Destination } from "./store.ts";

const timeoutMs = 10_000;
const maxHealthBytes = 64 * 1024;

const HealthReport = Type.Object({ status: Type.String({ maxLength: 40 }), version: Type.String({ maxLength: 100 }) });

/** Asks a deployment for its version. It answers 503 with its health while it is down. */
export async function askHealth({ http }: Pick<Core, "http">, url: string): Promise<Report> {
  const address = `${url.replace(/\/+$/, "")}/api/health`;
  try {
    const { body } = await http.request(staffTenant, {
      url: address,
      timeoutMs,
      maxBytes: maxHealthBytes,
      maxRedirects: 0,
    });
    const health: unknown = parsed(body);
    if (isHealth(health)) return { version: health.version, status: health.status };
    return { problem: "The health endpoint gave no usable answer." };
  } catch (error) {
    return { problem: `The health endpoint was not reached: ${reasonOf(error)}` };
  }
}

function isHealth(value: unknown): value is Static<typeof HealthReport> {
  return Value.Check(HealthReport, value);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

export type Sent = { result: "accepted" } | { result: "refused" | "unreachable"; reason: string };

/** Asks the hook of a deployment to start the upgrade. A repeated request has the same `webhook-id`. */
export async function sendUpgrade(
  { http, secrets, clock }: Pick<Core, "http" | "secrets" | "clock">,
  { hookUrl, hookSecret, checksums }: Destination,
  {
    rolloutId,
    deploymentId,
    attempt,
    version,
  }: { rolloutId: string; deploymentId: string; attempt: number; version: string },
): Promise<Sent> {
  if (hookUrl === null || hookSecret === null)
    return { result: "unreachable", reason: "The upgrade hook was removed." };
  const body = JSON.stringify({ version, checksums, rollout_id: rolloutId, deployment_id: deploymentId });
  const id = `${rolloutId}.${deploymentId}.${attempt}`;
  const headers = {
    "content-type": "application/json",
    "user-agent": "Opsplane-Rollouts",
    ...signedHeaders([secrets.open(hookSecret)], { id, body, now: clock.now() }),
  };
  try {
    const limits = { timeoutMs, keepBytes: 1024, maxRedirects: 0 };
    const { status } = await http.request(staffTenant, { url: hookUrl, method: "POST", headers, body, ...limits });
    if (status >= 200 && status < 300) return { result: "accepted" };
    const isTemporary = status >= 500 || status === 408 || status === 425 || status === 429;
    return { result: isTemporary ? "unreachable" : "refused", reason: `The upgrade hook answered ${status}.` };
  } catch (error) {
    return { result: "unreachable", reason: `The upgrade hook was not reached: ${reasonOf(error)}` };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof OutboundFailure || error instanceof Failure) return error.message;
  throw error;
}

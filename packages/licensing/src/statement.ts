import type { Limits, Module } from "@opsplane/contract";
import { type Static, Type } from "typebox";
import type { PublicKeys, SigningKey } from "./keys.ts";
import { signed } from "./signed.ts";
import type { Subscription } from "./subscription-state.ts";
import { decodeJson, isSigned, readToken } from "./token.ts";
import { AllLimits, issuer, knownModules, readClaims, seconds, secondsOf, word, wordList } from "./wire.ts";

/** What the Control Plane says to a hosted deployment about the subscription of a tenant. */
export interface SubscriptionStatement {
  readonly tenantId: string;
  readonly deploymentId: string;
  /** Grows with each statement about a tenant; a lower one is older. */
  readonly serial: number;
  /** In whole seconds. */
  readonly issuedAt: Date;
  readonly planId: string;
  readonly planName: string;
  readonly status: Subscription["status"];
  readonly billingPeriod: Subscription["billingPeriod"];
  readonly pastDueSince: Date | null;
  readonly addons: readonly string[];
  readonly modules: readonly Module[];
  readonly limits: Limits;
}

type StatementResult = { ok: true; statement: SubscriptionStatement } | { ok: false; problem: string };

const type = "opsplane-subscription+jwt";

const StatementWire = Type.Object({
  iss: Type.Literal(issuer, { description: `'${issuer}'` }),
  aud: word(100),
  tenant_id: word(100),
  serial: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "a whole number" }),
  iat: seconds,
  plan_id: word(64),
  plan_name: word(100),
  status: Type.Union(
    [Type.Literal("active"), Type.Literal("past_due"), Type.Literal("suspended"), Type.Literal("canceled")],
    { description: "active, past_due, suspended or canceled" },
  ),
  billing_period: Type.Union([Type.Literal("monthly"), Type.Literal("annual")], { description: "monthly or annual" }),
  // In milliseconds, because both planes must find the same moment of suspension.
  past_due_since: Type.Union([Type.Integer({ minimum: 0, maximum: 253_402_300_799_999 }), Type.Null()], {
    description: "a whole number of milliseconds since 1970, or null",
  }),
  addons: wordList(50),
  modules: wordList(100),
  limits: AllLimits,
});

export async function signStatement(statement: SubscriptionStatement, key: SigningKey): Promise<string> {
  const wire: Static<typeof StatementWire> = {
    iss: issuer,
    aud: statement.deploymentId,
    tenant_id: statement.tenantId,
    serial: statement.serial,
    iat: secondsOf(statement.issuedAt),
    plan_id: statement.planId,
    plan_name: statement.planName,
    status: statement.status,
    billing_period: statement.billingPeriod,
    past_due_since: statement.pastDueSince?.getTime() ?? null,
    addons: [...statement.addons],
    modules: [...statement.modules],
    limits: statement.limits,
  };
  const read = readClaims(StatementWire, wire);
  if (!read.ok) throw new Error(read.problem);
  return signed(wire, type, key);
}

/** Says nothing about age: the caller compares the serial with the last one it stored. */
export async function verifyStatement(jwt: string, keys: PublicKeys, deploymentId: string): Promise<StatementResult> {
  const read = readToken(jwt, "subscription statement", (typ) => typ === type);
  if (!read.ok) return { ok: false, problem: read.problem };
  if (!(await isSigned(read.token, keys)))
    return { ok: false, problem: "The signature of the statement does not match any of the public keys." };
  const claims = readClaims(StatementWire, decodeJson(read.token.payload));
  if (!claims.ok) return claims;
  if (claims.value.aud !== deploymentId) return { ok: false, problem: "The statement is for another deployment." };
  return { ok: true, statement: statementOf(claims.value) };
}

function statementOf(wire: Static<typeof StatementWire>): SubscriptionStatement {
  const { users, data_gb_per_month, retention_days, ai_credits_per_month } = wire.limits;
  return {
    tenantId: wire.tenant_id,
    deploymentId: wire.aud,
    serial: wire.serial,
    issuedAt: new Date(wire.iat * 1000),
    planId: wire.plan_id,
    planName: wire.plan_name,
    status: wire.status,
    billingPeriod: wire.billing_period,
    pastDueSince: wire.past_due_since === null ? null : new Date(wire.past_due_since),
    addons: wire.addons,
    modules: knownModules(wire.modules),
    limits: { users, data_gb_per_month, retention_days, ai_credits_per_month },
  };
}

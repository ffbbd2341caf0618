import { openMasker } from "@opsplane/automation";
import { type Db, Failure, OutboundFailure, signedHeaders } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { useSecret } from "../secrets/index.ts";
import { type Dispatch, type Outgoing, readOutgoing } from "./deliveries.ts";
import { type Attempt, verdictOn } from "./rules.ts";

const timeoutMs = 15_000;
const keptAnswerBytes = 1024;

type Sender = Pick<Core, "http" | "secrets" | "clock" | "asAutomation">;

/** One attempt. It never follows a redirect, and waits 15 seconds at most. */
export async function send(core: Sender, db: Db, dispatch: Dispatch): Promise<Attempt> {
  const { tenantId } = dispatch;
  const began = performance.now();
  const durationMs = () => Math.round(performance.now() - began);
  try {
    const outgoing = await readOutgoing(db, dispatch);
    if (!outgoing || (outgoing.kind === "event" && !outgoing.enabled)) return { result: "stopped" };
    const signing = signingSecrets(core, outgoing);
    const authorized = await authorization(core, tenantId, outgoing);
    const headers = { ...signedBy(core, outgoing, signing), ...authorized };
    const { url, body } = outgoing;
    const limits = { timeoutMs, keepBytes: keptAnswerBytes, maxRedirects: 0 };
    const answer = await core.http.request(tenantId, { url, method: "POST", headers, body, ...limits });
    const { status } = answer;
    return {
      ...verdictOn(status),
      status,
      answer: readable(answer.body, [...signing, ...secretsIn(authorized)]),
      durationMs: durationMs(),
    };
  } catch (error) {
    // Too many requests of the tenant are open, or the database is busy.
    if (error instanceof Failure) return { result: "busy" };
    if (!(error instanceof OutboundFailure)) throw error;
    return { result: "failed", status: null, answer: null, error: error.message, durationMs: durationMs() };
  }
}

function signingSecrets({ secrets }: Sender, { secret, previous_secret }: Outgoing): string[] {
  return [secret, ...(previous_secret ? [previous_secret] : [])].map((sealed) => secrets.open(sealed));
}

function signedBy({ clock }: Sender, { body, event_id: id }: Outgoing, signing: string[]): Record<string, string> {
  return {
    "content-type": "application/json",
    "user-agent": "Opsplane-Webhooks",
    ...signedHeaders(signing, { id, body, now: clock.now() }),
  };
}

/** The header from the tenant's secret store; each use is audited there. */
async function authorization(
  core: Sender,
  tenantId: string,
  { authorization_secret_id, webhook_id: id, name }: Outgoing,
): Promise<{ authorization?: string }> {
  if (authorization_secret_id === null) return {};
  const value = await useSecret(core, tenantId, authorization_secret_id, { type: "webhook", id, name });
  if (!/^[\x20-\x7e]+$/.test(value))
    throw new OutboundFailure("The secret for the header Authorization must be one line of ASCII characters.");
  return { authorization: value };
}

/** The header as a whole, and without its scheme, such as `Bearer`. */
function secretsIn({ authorization = "" }: { authorization?: string }): string[] {
  return [authorization, authorization.replace(/^\S+ /, "")];
}

/** The receiver may answer with what it got. PostgreSQL stores no NUL in text. */
function readable(answer: Buffer, secrets: readonly string[]): string {
  const masker = openMasker(secrets);
  return masker.push(answer.toString("utf8").replaceAll("\0", "\ufffd")) + masker.end();
}

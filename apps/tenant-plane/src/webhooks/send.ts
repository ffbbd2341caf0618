import { type Db, Failure, OutboundFailure } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { type Dispatch, type Outgoing, readOutgoing } from "./deliveries.ts";
import { type Attempt, verdictOn } from "./rules.ts";
import { signedHeaders } from "./signature.ts";

const timeoutMs = 15_000;
const keptAnswerBytes = 1024;

type Sender = Pick<Core, "http" | "secrets" | "clock">;

/** One attempt. It never follows a redirect, and waits 15 seconds at most. */
export async function send(core: Sender, db: Db, dispatch: Dispatch): Promise<Attempt> {
  const outgoing = await readOutgoing(db, dispatch);
  if (!outgoing || (outgoing.kind === "event" && !outgoing.enabled)) return { result: "stopped" };
  const began = performance.now();
  const durationMs = () => Math.round(performance.now() - began);
  try {
    const { status, body } = await core.http.request(dispatch.tenantId, requestOf(core, outgoing));
    return { ...verdictOn(status), status, answer: readable(body), durationMs: durationMs() };
  } catch (error) {
    if (error instanceof Failure) return { result: "busy" };
    if (!(error instanceof OutboundFailure)) throw error;
    return { result: "failed", status: null, answer: null, error: error.message, durationMs: durationMs() };
  }
}

function requestOf({ secrets, clock }: Sender, outgoing: Outgoing) {
  const { url, body, event_id: id, secret, previous_secret } = outgoing;
  const signing = [secret, ...(previous_secret ? [previous_secret] : [])].map((sealed) => secrets.open(sealed));
  return {
    url,
    method: "POST" as const,
    headers: {
      "content-type": "application/json",
      "user-agent": "Opsplane-Webhooks",
      ...signedHeaders(signing, { id, body, now: clock.now() }),
    },
    body,
    timeoutMs,
    keepBytes: keptAnswerBytes,
    maxRedirects: 0,
  };
}

/** PostgreSQL stores no NUL in text. */
function readable(answer: Buffer): string {
  return answer.toString("utf8").replaceAll("\0", "�");
}

import type { StepOf } from "../world/world.ts";
import { closeSpan, logLine, openSpan } from "./records.ts";
import type { Done, Outcome, Running, Serving } from "./running.ts";
import type { PartyState } from "./states.ts";

const timeoutMs = 4_000;

/** A call of a third party. */
export function ask(running: Running, { trace, by, span }: Serving, step: StepOf<"ask">, done: Done): void {
  const party = running.parties[step.party] as PartyState;
  const { name } = party;
  const client = openSpan(running, trace, by, { operation: "POST", kind: "client", parent: span.id, peer: name });
  const { ms, problem } = answerOf(running, party, by.service.broken.get(name));
  running.in(ms, () => {
    closeSpan(running, client, problem);
    if (problem !== undefined) logLine(running, trace, by, client, "warn", `call to ${name} failed: ${problem}`);
    done(step.optional ? undefined : problem);
  });
}

/** What comes back, and when. Nobody waits longer than until the timeout. */
function answerOf({ random }: Running, party: PartyState, broken: Outcome): { ms: number; problem: Outcome } {
  const hangs = random.chance(party.hanging);
  if (broken !== undefined) return { ms: 5, problem: broken };
  const fails = random.chance(party.failing);
  const ms = hangs ? timeoutMs : random.lognormal(party.ms * party.slow, party.spread);
  if (ms >= timeoutMs) return { ms: timeoutMs, problem: `timed out after ${timeoutMs} ms calling ${party.name}` };
  return { ms, problem: fails ? `${party.name} answered ${party.errorText}` : undefined };
}

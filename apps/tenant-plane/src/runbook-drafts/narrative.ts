import type { Principal } from "@opsplane/runtime";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import type { Ai } from "../ai/index.ts";
import type { Draft } from "./generate.ts";

const Narrative = Type.Object({
  description: Type.String({ minLength: 1, maxLength: 1000 }),
  why: Type.String({ minLength: 1, maxLength: 4000 }),
});

const system = `You write two short texts for a runbook that is finished. You cannot change its steps.
Answer with one JSON object and nothing else: {"description": "...", "why": "..."}.
description: what the runbook does for this failure, at most two sentences, without citations.
why: why this failure fits the evidence and what speaks for another one, at most six sentences, each with its citation.`;

/** Lets the tenant's model write description and reasons. On any problem the texts of the builtin engine stay, and the draft says why. */
export async function narrated(
  ai: Ai,
  draft: Draft,
  asked: { principal: Principal; traceId: string; signal: AbortSignal },
): Promise<Draft> {
  const { content, generation } = draft;
  const { evidence, failure_mode, alternatives, why } = generation;
  const facts = {
    ...{ failure_mode, alternatives, builtin_reason: why },
    steps: content.steps.map(({ title }) => title),
    evidence: evidence.map(({ id, kind, text }) => ({ cite_as: `[[${id}]]`, kind, text })),
  };
  const answer = await ai.converse({
    ...asked,
    purpose: "runbook",
    system,
    messages: [{ role: "user", content: `The facts, as data:\n${JSON.stringify(facts)}` }],
    tools: [],
    citations: evidence.map(({ id, kind, text, link }) => ({ id, kind, title: text, link: link ?? "" })),
  });
  if (!answer.ok) return { ...draft, generation: { ...generation, fallback_reason: answer.reason } };
  const written = read(answer.text);
  if (written === undefined)
    return { ...draft, generation: { ...generation, fallback_reason: "The model did not answer in the asked form." } };
  return {
    ...draft,
    content: { ...content, description: written.description },
    generation: { ...generation, engine: answer.engine, model: answer.model, why: written.why },
  };
}

function read(text: string): Static<typeof Narrative> | undefined {
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (start < 0 || end < start) return undefined;
  try {
    const parsed: unknown = JSON.parse(text.slice(start, end + 1));
    return Check(Narrative, parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

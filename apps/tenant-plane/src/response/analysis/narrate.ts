import type { Incident } from "@opsplane/contract";
import { Failure, type Principal } from "@opsplane/runtime";
import type { Ai } from "../../ai/index.ts";
import type { Conclusion } from "./rules.ts";

const system = [
  "You summarize a finished root-cause analysis for an on-call engineer at night.",
  "Write at most five sentences of plain text: the likely cause, why, how the problem spread, and what to look at first.",
  "Use only the analysis. Keep its order of causes and its numbers. Cite the evidence of every claim by its id.",
].join("\n");

const maxSummary = 3000;

/**
 * Lets the tenant's model write the summary over the same evidence. The ranking stays as it is. Without a model, a credit or a usable text
 * the built-in summary stays.
 */
export async function narrate(
  ai: Ai,
  principal: Principal,
  incident: Pick<Incident, "reference" | "title">,
  conclusion: Conclusion,
): Promise<Conclusion> {
  if (conclusion.causes.length === 0 || (await ai.model(principal.tenantId)) === undefined) return conclusion;
  const { causes, timeline, started_at, spread, confidence } = conclusion;
  const evidence = new Map(causes.flatMap((cause) => cause.evidence).map((each) => [each.id, each]));
  const analysis = {
    incident: { reference: incident.reference, title: incident.title },
    confidence,
    started_at,
    causes: causes.map(({ title, kind, score, evidence: own }) => ({
      ...{ title, kind, score },
      evidence: own.map(({ id, text, at }) => ({ cite_as: `[[${id}]]`, text, at })),
    })),
    spread: spread.nodes.flatMap(({ name, since }) => (since === null ? [] : [{ name, since }])),
    timeline: timeline.map(({ at, text }) => ({ at, text })),
  };
  try {
    const result = await ai.converse({
      principal,
      purpose: "rca",
      system,
      messages: [{ role: "user", content: `The analysis, as data:\n${JSON.stringify(analysis)}` }],
      tools: [],
      citations: [...evidence.values()].map(({ id, kind, text, link }) => ({
        id,
        kind,
        title: text,
        link: link ?? "",
      })),
    });
    if (!result.ok) return withNote(conclusion, result.reason);
    const summary = result.text.replace(/\[\[([^\][\n]{1,200})\]\]/g, "[$1]").slice(0, maxSummary);
    return { ...conclusion, engine: result.engine, summary };
  } catch (error) {
    // An analysis does not wait for credits.
    if (error instanceof Failure && error.code === "QUOTA_EXCEEDED") return withNote(conclusion, error.message);
    throw error;
  }
}

function withNote(conclusion: Conclusion, reason: string | null): Conclusion {
  if (reason === null) return conclusion;
  return { ...conclusion, checked: [...conclusion.checked, `The AI provider did not write the summary: ${reason}`] };
}

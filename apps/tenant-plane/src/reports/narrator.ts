import { changeText, type ReportContent, valueText } from "@opsplane/reports";
import { Failure } from "@opsplane/runtime";
import type { Ai, AiCaller } from "../ai/index.ts";

const system = [
  "You write the summary of a report for the management of a company.",
  "Write two to four short paragraphs of plain text without headings and lists: how the period went, what got better and worse, and what needs a decision.",
  "Use only the figures and findings. Keep their numbers exactly. Cite no ids.",
].join("\n");

const maxText = 6000;

/** Lets the tenant's model write the summary from the same figures. Without a model, a credit or an answer the built-in summary stays. */
export async function writtenBy(
  ai: Ai,
  caller: AiCaller,
  content: ReportContent,
  signal: AbortSignal,
): Promise<ReportContent> {
  if ((await ai.model(caller.tenantId)) === undefined) return content;
  try {
    const result = await ai.converse({
      ...{ principal: caller, purpose: "report", system, tools: [], signal },
      messages: [{ role: "user", content: `The report, as data:\n${JSON.stringify(factsOf(content))}` }],
    });
    const paragraphs = result.ok ? paragraphsOf(result.text) : [];
    return paragraphs.length === 0 ? content : { ...content, narrative: { by: "provider", paragraphs } };
  } catch (error) {
    // A report does not wait for credits.
    if (error instanceof Failure && error.code === "QUOTA_EXCEEDED") return content;
    throw error;
  }
}

function factsOf({ name, period: { from, to, timezone }, sections }: ReportContent) {
  return {
    ...{ report: name, from: from.toISOString(), to: to.toISOString(), timezone },
    data_sources: sections.map(({ source, findings, figures }) => ({
      ...{ source, findings },
      figures: figures.map((figure) => ({
        ...{
          name: figure.name,
          value: valueText(figure.value, figure.unit, figure.currency),
          change: changeText(figure),
        },
        ...(figure.target === undefined ? {} : { target: valueText(figure.target, figure.unit, figure.currency) }),
      })),
    })),
  };
}

function paragraphsOf(text: string): string[] {
  return (
    text
      .slice(0, maxText)
      .replace(/\[\[[^\][]{0,200}\]\]/g, "")
      // Answers are Markdown without tags; a report escapes its texts itself.
      .replaceAll("&lt;", "<")
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim())
      .filter((paragraph) => paragraph !== "")
  );
}

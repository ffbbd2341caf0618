import type { Figure, ReportContent, Section } from "./model.ts";
import { periodText } from "./periods.ts";
import { changePercent, isImprovement, meetsTarget, valueText } from "./values.ts";

type Written = Pick<ReportContent, "type" | "period" | "sections">;

/** A summary in sentences, made from the figures alone: the period, what changed most, missed targets, and each source's findings. */
export function narrativeOf({ type, period, sections }: Written): string[] {
  const opening = `This ${typeWords[type]} covers ${periodText(period)}.`;
  const missed = sections.flatMap(({ figures }) => figures.filter((figure) => meetsTarget(figure) === false));
  const met = sections.flatMap(({ figures }) => figures.filter((figure) => meetsTarget(figure) === true));
  return [
    [opening, targetSentence(met, missed)].filter(Boolean).join(" "),
    changeSentences(sections).join(" "),
    ...sections.map(findingsOf),
  ].filter((paragraph) => paragraph !== "");
}

const typeWords = {
  "Executive Summary": "executive summary",
  Compliance: "compliance report",
  Incident: "incident report",
  SLA: "SLA report",
  Custom: "report",
} as const;

function targetSentence(met: readonly Figure[], missed: readonly Figure[]): string {
  if (met.length + missed.length === 0) return "";
  if (missed.length === 0) return met.length === 1 ? "The target is met." : `All ${met.length} targets are met.`;
  const names = missed.slice(0, 3).map(({ name, value, unit, target, currency }) => {
    return `${name} (${valueText(value, unit, currency)}, target ${valueText(target ?? null, unit, currency)})`;
  });
  const more = missed.length > names.length ? ` and ${missed.length - names.length} more` : "";
  return `${missed.length} of ${met.length + missed.length} targets ${missed.length === 1 ? "is" : "are"} missed: ${names.join(", ")}${more}.`;
}

const notable = 10;
const maxChanges = 3;

/** The largest changes for the better and for the worse. */
function changeSentences(sections: readonly Section[]): string[] {
  const changes = sections
    .flatMap(({ figures }) => figures)
    .flatMap((figure) => {
      const percent = changePercent(figure.value, figure.before ?? null);
      const isBetter = isImprovement(figure);
      return percent === null || isBetter === undefined || Math.abs(percent) < notable
        ? []
        : [{ figure, percent, isBetter }];
    })
    .sort((one, other) => Math.abs(other.percent) - Math.abs(one.percent));
  const sentence = (isBetter: boolean, words: string) => {
    const chosen = changes.filter((change) => change.isBetter === isBetter).slice(0, maxChanges);
    if (chosen.length === 0) return [];
    const parts = chosen.map(({ figure: { name, value, before, unit, currency } }) => {
      return `${name} (${valueText(before ?? null, unit, currency)} → ${valueText(value, unit, currency)})`;
    });
    return [`${words}: ${parts.join(", ")}.`];
  };
  return [...sentence(false, "Worse than in the period before"), ...sentence(true, "Better than in the period before")];
}

const maxFindings = 3;

function findingsOf({ source, findings }: Section): string {
  return findings.length === 0 ? "" : `${source}: ${findings.slice(0, maxFindings).join(" ")}`;
}

import type { SimilarIncident } from "@opsplane/contract";
import { wordsOf } from "../words.ts";

export interface PastIncident extends Omit<SimilarIncident, "score" | "reasons"> {
  source: string;
  ci_ids: readonly string[];
}

interface Subject {
  title: string;
  source: string;
  ci_ids: readonly string[];
}

const maxSimilar = 5;
const minScore = 0.25;

/** Past incidents that resemble this one, best first. Words that few titles have count more. */
export function similarTo(subject: Subject, past: readonly PastIncident[]): SimilarIncident[] {
  const words = new Map(past.map((incident) => [incident, wordsOf(incident.title)]));
  const frequency = new Map<string, number>();
  for (const own of words.values()) for (const word of own) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const weight = (word: string) => Math.log(1 + past.length / (frequency.get(word) ?? 1));
  const total = (list: readonly string[]) => list.reduce((sum, word) => sum + weight(word), 0);
  const wanted = wordsOf(subject.title);
  return past
    .map((each) => {
      const { source, ci_ids, ...incident } = each;
      const own = words.get(each) ?? [];
      const shared = wanted.filter((word) => own.includes(word));
      const union = [...new Set([...wanted, ...own])];
      const likeness = union.length === 0 ? 0 : total(shared) / total(union);
      const sameItems = ci_ids.filter((id) => subject.ci_ids.includes(id)).length;
      const sameSource = source !== "" && source === subject.source;
      const score = Math.min(1, 0.65 * likeness + (sameItems > 0 ? 0.3 : 0) + (sameSource ? 0.1 : 0));
      const reasons = [
        ...(sameItems > 0 ? ["Same affected CI"] : []),
        ...(shared.length > 0 ? [`Similar words: ${shared.slice(0, 5).join(", ")}`] : []),
        ...(sameSource ? [`Same source: ${source}`] : []),
      ];
      return { ...incident, score: Math.round(score * 100) / 100, reasons };
    })
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score || (a.created_at > b.created_at ? -1 : 1))
    .slice(0, maxSimilar);
}

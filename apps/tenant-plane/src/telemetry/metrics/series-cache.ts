import { type FoundSeries, maxNamed, type SeriesName, type SeriesQuery } from "./store/slots.ts";

/** Which series one tenant's questions found when they were last asked. */
export interface SeriesCache {
  recall(wanted: SeriesQuery): readonly SeriesName[] | undefined;
  keep(wanted: SeriesQuery, found: readonly FoundSeries[]): void;
}

const maxQuestions = 2000;
const longestQuestion = 1000;

/**
 * A dashboard asks the same again and again: what was found the last time is read by name while it is looked for again. It is only ever a
 * guess at where to read, so nothing is wrong when series have come or gone since.
 */
export function rememberSeries(most = maxQuestions): (tenantId: string) => SeriesCache {
  const names = new Map<string, readonly SeriesName[]>();
  return (tenantId) => ({
    recall: (wanted) => names.get(questionOf(tenantId, wanted)),
    keep(wanted, found) {
      const question = questionOf(tenantId, wanted);
      // The one asked last is the last to go.
      names.delete(question);
      if (found.length === 0 || found.length > maxNamed || question.length > longestQuestion) return;
      names.set(
        question,
        found.map(({ id, metricId }) => ({ id, metricId })),
      );
      const [oldest] = names.keys();
      if (names.size > most && oldest !== undefined) names.delete(oldest);
    },
  });
}

function questionOf(tenantId: string, { metric, matchers, from, to }: SeriesQuery): string {
  const days = [from, to].map((time) => time.toISOString().slice(0, 10));
  return JSON.stringify([tenantId, metric, matchers, days]);
}

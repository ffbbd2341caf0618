import { type FoundSeries, maxNamed, type SeriesName, type SeriesQuery } from "./store/slots.ts";

/** The series that one tenant's queries found when they last ran. */
export interface SeriesCache {
  recall(wanted: SeriesQuery): readonly SeriesName[] | undefined;
  keep(wanted: SeriesQuery, found: readonly FoundSeries[]): void;
}

const maxQuestions = 2000;
const longestQuestion = 1000;

/**
 * A dashboard repeats its queries. The series of the last run are read by id while the lookup runs again. The cache is only a guess:
 * the lookup decides, so new or removed series do no harm.
 */
export function rememberSeries(most = maxQuestions): (tenantId: string) => SeriesCache {
  const names = new Map<string, readonly SeriesName[]>();
  return (tenantId) => ({
    recall: (wanted) => names.get(questionOf(tenantId, wanted)),
    keep(wanted, found) {
      const question = questionOf(tenantId, wanted);
      // Re-inserting moves the query to the end, so the least recently used one is evicted first.
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

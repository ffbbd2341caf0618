import { logLevels } from "@opsplane/contract";
import { isFieldName } from "@opsplane/query";
import type { Api } from "../api/api.tsx";
import type { Interval } from "../time/range.ts";
import type { QuerySuggestions } from "../ui/query-field/props.ts";
import { windowOf } from "./log-search.ts";

/** Fields that every record has. */
const known = ["service", "level", "host", "trace_id", "span_id", "message"];

/** Completes fields and values from the records of the shown time. */
export function suggestionsOf(api: Api, interval: () => Interval): QuerySuggestions {
  const facetsOf = (query: { fields?: string[]; limit?: number }, signal: AbortSignal) =>
    api.logs.facets({ query: { ...windowOf(interval()), ...query } }, { signal }).then(({ facets }) => facets);
  const quiet = <T>(answer: Promise<readonly T[]>) => answer.catch((): readonly T[] => []);
  return {
    fields: (_typed, signal) =>
      quiet(
        facetsOf({}, signal).then((facets) => [
          ...new Set([...known, ...facets.map(({ field }) => field).filter(isFieldName)]),
        ]),
      ),
    values: (field, _typed, signal) =>
      field === "level"
        ? Promise.resolve(logLevels)
        : quiet(
            facetsOf({ fields: [field], limit: 50 }, signal).then((facets) =>
              facets.flatMap(({ values }) => values.map(({ value }) => value)),
            ),
          ),
  };
}

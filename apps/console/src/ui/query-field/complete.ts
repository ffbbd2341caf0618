import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { completionAt, operators, writeValue } from "@opsplane/query";
import type { QuerySuggestions } from "./props.ts";

/** Field names and keywords, or the values of a field. CodeMirror drops the answer when the person has typed on. */
export async function completeQuery(
  context: CompletionContext,
  suggestions: QuerySuggestions,
): Promise<CompletionResult | null> {
  const place = completionAt(context.state.doc.toString(), context.pos);
  // Without a word begun, fields are offered only when the person asks for them.
  if (!place || (place.kind === "term" && place.typed === "" && !context.explicit)) return null;
  const stop = new AbortController();
  context.addEventListener("abort", () => stop.abort(), { onDocChange: true });
  const names =
    place.kind === "term"
      ? await suggestions.fields(place.typed, stop.signal)
      : await suggestions.values(place.field, place.typed, stop.signal);
  if (context.aborted) return null;
  if (place.kind === "term")
    return {
      from: place.from,
      options: [
        ...names.map((name) => ({ label: `${name}:`, type: "property" })),
        ...(place.afterTerm ? ["AND", "OR", "NOT"] : ["NOT"]).map((label) => ({ label, type: "keyword", boost: -1 })),
      ],
    };
  const canCompare = place.typed === "" && place.operator === undefined && !place.phrase;
  return {
    from: place.from,
    // The label keeps the quote that was typed, because CodeMirror matches it against the text.
    options: [
      ...names.map((name) => ({
        label: place.phrase ? `"${name}` : name,
        displayLabel: name,
        apply: writeValue(name),
      })),
      ...(canCompare ? operators.map((label) => ({ label, type: "operator", boost: -1 })) : []),
    ],
  };
}

import { useState } from "react";
import type { QuerySuggestions } from "../src/ui/query-field/props.ts";
import { QueryField } from "../src/ui/query-field/query-field.tsx";

const fields = ["service", "level", "host", "http.status"];
const values: Record<string, string[]> = { level: ["info", "warn", "error"], service: ["web", "my shop", "mail"] };

/** With `?hold`, completion requests are never answered, so that a test can cancel them. */
const isHeld = new URLSearchParams(window.location.search).has("hold");

/** The numbers of started and canceled completion requests, for the test to read. */
function counted(): QuerySuggestions & { counts: { asked: number; aborted: number } } {
  const counts = { asked: 0, aborted: 0 };
  const answer = (names: readonly string[], signal: AbortSignal) => {
    counts.asked += 1;
    signal.addEventListener("abort", () => {
      counts.aborted += 1;
      document.body.dataset.aborted = String(counts.aborted);
    });
    document.body.dataset.asked = String(counts.asked);
    return new Promise<readonly string[]>((resolve) => {
      if (!isHeld) setTimeout(() => resolve(names), 150);
    });
  };
  return {
    counts,
    fields: (_typed, signal) => answer(fields, signal),
    values: (field, _typed, signal) => answer(values[field] ?? [], signal),
  };
}

export function QueryPart() {
  const [query, setQuery] = useState("");
  const [ran, setRan] = useState<string[]>([]);
  const [suggestions] = useState(counted);
  return (
    <div style={{ maxWidth: 700 }}>
      <QueryField
        label="Log query"
        placeholder="level:error service:web"
        value={query}
        onChange={setQuery}
        onRun={(next) => setRan([next, ...ran])}
        suggestions={suggestions}
        recent={["level:error", "service:web timeout"]}
      />
      <label>
        Value <textarea readOnly rows={4} value={query} />
      </label>
      <label>
        Ran <textarea readOnly rows={4} value={ran.join("\n---\n")} />
      </label>
    </div>
  );
}

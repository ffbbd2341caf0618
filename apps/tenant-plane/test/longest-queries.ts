import type { OperationSpec } from "@opsplane/contract";

interface Parameter {
  type?: string;
  enum?: string[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
  items?: Parameter;
}

/** Queries with the longest value of each parameter: one query per parameter, and one with all of them. */
export function longestQueries(spec: OperationSpec): string[] {
  const { properties = {} } = (spec.query ?? {}) as { properties?: Record<string, Parameter> };
  const each = Object.entries(properties)
    .filter(([name]) => name !== "limit")
    .map(([name, parameter]) => `${name}=${encodeURIComponent(longest(parameter))}`);
  return [...each, each.join("&")];
}

function longest(parameter: Parameter): string {
  if (parameter.type === "array" && parameter.items) {
    const { items, maxItems = 50 } = parameter;
    const words = items.enum ?? Array.from({ length: 10 }, (_, digit) => longest(items).replace(/.$/, String(digit)));
    return Array.from({ length: maxItems }, (_, index) => words[index % words.length]).join(",");
  }
  if (parameter.enum) return parameter.enum[0] ?? "";
  if (parameter.type === "boolean") return "true";
  if (parameter.type === "integer") return String(parameter.maximum);
  if (parameter.format === "uuid" || parameter.pattern?.includes("0-9a-f"))
    return "01a1e2ce-c420-78af-860b-f8fc62ec0d94";
  if (parameter.format === "query-time") return "2026-01-01T00:00:00.000Z";
  // Many words of three letters, as in a search.
  return "abc ".repeat(parameter.maxLength ?? 60).slice(0, parameter.maxLength ?? 60);
}

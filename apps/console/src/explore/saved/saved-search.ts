/** Parameters that belong to a moment, not to a query. */
const momentary = new Set(["record", "span", "live", "refresh", "page"]);
const timeNames = new Set(["from", "to"]);

/** The search parameters that a saved query keeps. */
export function savedSearch(
  search: Readonly<Record<string, string | undefined>>,
  withTime: boolean,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === "" || momentary.has(name)) continue;
    if (withTime || !timeNames.has(name)) kept[name] = value;
  }
  return kept;
}

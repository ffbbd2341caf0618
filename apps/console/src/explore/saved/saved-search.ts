/** Parameters that belong to a moment, not to a query. */
const momentary = new Set(["record", "live", "refresh", "page", "browse"]);
const timeNames = new Set(["from", "to", "sel_from", "sel_to"]);

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

/** The search parameters after opening a saved query. One without a time range keeps the shown one. */
export function openedSearch(
  { from, to }: Readonly<Record<string, string | undefined>>,
  saved: Record<string, string>,
): Record<string, string> {
  return { ...(from ? { from } : {}), ...(to ? { to } : {}), ...saved };
}

import { plainSearch } from "../feature/search.ts";
import type { Preset } from "../time/range.ts";

/** The range of a page whose address has none. */
export const defaultRange: Preset = "1h";

const rangeNames = ["from", "to", "refresh"] as const;

/** The search parameters of a page with the shared time range. */
export function exploreSearch<const Name extends string>(...names: Name[]) {
  return plainSearch<Name | (typeof rangeNames)[number]>(...rangeNames, ...names);
}

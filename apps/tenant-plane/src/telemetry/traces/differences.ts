import type { SpanDifference } from "@opsplane/contract";

/** How often a value occurs in both groups. */
export interface ComparedValue {
  source: SpanDifference["source"];
  name: string;
  value: string;
  selected: number;
  rest: number;
  /** Spans with this name, and the number of its values. */
  having: number;
  different: number;
}

export interface GroupSizes {
  selected: number;
  rest: number;
}

/** A smaller difference may be chance: this many standard errors. */
const minErrors = 3;

/**
 * The values that are more frequent in the selection, ordered by the difference of their shares. A value needs support: three spans and
 * 5 % of the selection. Names with nearly unique values, such as request ids, are left out.
 */
export function differencesOf(values: readonly ComparedValue[], sizes: GroupSizes, limit: number): SpanDifference[] {
  if (sizes.selected === 0 || sizes.rest === 0) return [];
  return values
    .filter((each) => each.selected >= minSupport(sizes.selected) && !isNearlyUnique(each))
    .map(({ having: _having, different: _different, ...each }) => {
      const [selectedShare, restShare] = [each.selected / sizes.selected, each.rest / sizes.rest];
      return { ...each, selected_share: selectedShare, rest_share: restShare, score: selectedShare - restShare };
    })
    .filter((each) => each.score > minErrors * standardError(each, sizes) && each.score > 0)
    .sort((one, other) => other.score - one.score || order(one).localeCompare(order(other)))
    .slice(0, limit);
}

/** The number of selected spans that a value needs. */
export function minSupport(selected: number): number {
  return Math.min(selected, Math.max(3, Math.ceil(selected * 0.05)));
}

function isNearlyUnique({ having, different }: ComparedValue): boolean {
  return different === having ? having > 1 : different > 20 && different > having / 2;
}

/** The standard error of the difference of two shares, if both groups had the same share. */
function standardError({ selected, rest }: GroupSizes, sizes: GroupSizes): number {
  const share = (selected + rest) / (sizes.selected + sizes.rest);
  return Math.sqrt(share * (1 - share) * (1 / sizes.selected + 1 / sizes.rest));
}

function order({ source, name, value }: SpanDifference): string {
  return `${source === "span" ? 0 : 1} ${name} ${value}`;
}

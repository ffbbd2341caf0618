export interface Difference {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

type Snapshot = Record<string, unknown> | null;

// These fields change with every write, so they say nothing about it.
const bookkeeping = new Set(["updated_at", "version"]);

/** The fields that a write changed. Without a before or an after, all fields of the other one. */
export function differences(before: Snapshot, after: Snapshot): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({ field, before: written(before?.[field]), after: written(after?.[field]) }))
    .filter((difference) => difference.before !== difference.after)
    .filter(({ field }) => !(before && after && bookkeeping.has(field)));
}

function written(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 1);
}

import { type ConfigItem, type Criticality, type Impact, type RelationType, relationWords } from "@opsplane/contract";
import { invalid } from "@opsplane/runtime";

/** The facts of an item that were not given. */
export const itemDefaults = {
  environment: "",
  description: "",
  attributes: {},
  owner: null,
  criticality: "medium",
  tags: [],
  source: "manual",
  external_id: null,
} as const satisfies Partial<ConfigItem>;

/** The weight of an item in an impact analysis. */
const weights: Record<Criticality, number> = { critical: 10, high: 5, medium: 2, low: 1 };

/** The factor for each step beyond the first, because redundancy reduces the effect of distant failures. */
const fading = 0.7;

/** The sum of weights that gives about two thirds of the maximum score: four critical neighbors. */
const scale = 40;

/** The lowest score of each impact level, worst first. */
const levels: readonly { level: Impact["level"]; from: number }[] = [
  { level: "critical", from: 75 },
  { level: "high", from: 50 },
  { level: "medium", from: 25 },
];

export function itemScore(criticality: Criticality, distance: number): number {
  return rounded(weights[criticality] * fading ** (distance - 1), 2);
}

/** 0 to 100. Each further item adds less, so the score never exceeds 100. */
export function impactScore(scores: readonly number[]): number {
  const sum = scores.reduce((total, score) => total + score, 0);
  return rounded(100 * (1 - Math.exp(-sum / scale)), 1);
}

export function impactLevel(score: number): Impact["level"] {
  if (score === 0) return "none";
  return levels.find(({ from }) => score >= from)?.level ?? "low";
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

const maxAttributeBytes = 64 * 1024;
const deepestAttribute = 20;

/** Checks attributes beyond the schema. The depth is checked first, because serializing very deep nesting fails. */
export function assertStorable(attributes: Record<string, unknown>): void {
  if (nestsDeeperThan(attributes, deepestAttribute))
    invalid("attributes", `must not be nested deeper than ${deepestAttribute} levels`);
  const bytes = Buffer.byteLength(JSON.stringify(attributes));
  if (bytes > maxAttributeBytes) invalid("attributes", `has ${bytes} bytes as JSON; the limit is ${maxAttributeBytes}`);
}

function nestsDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => nestsDeeperThan(part, levels - 1));
}

export type Changes = Record<string, { from: unknown; to: unknown }>;

/** The history entry of a change or of a new item, by field, with attributes by key. */
export function changesBetween(before: ConfigItem | undefined, after: ConfigItem): Changes {
  const [was, is] = [before ? factsOf(before) : unset, factsOf(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changed = fields.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]));
  const changes: Changes = Object.fromEntries(
    changed.map((field) => [field, { from: was[field] ?? null, to: is[field] ?? null }]),
  );
  // The history shows the name, but two owners may have the same name.
  if (before?.owner?.id !== after.owner?.id)
    changes.owner = { from: before?.owner?.name ?? null, to: after.owner?.name ?? null };
  return changes;
}

/** The field values before an item is created. */
const unset: Record<string, unknown> = { environment: "", description: "", tags: [] };

function factsOf(item: ConfigItem): Record<string, unknown> {
  const { name, class: itsClass, environment, description, criticality, tags, source } = item;
  const attributes = Object.entries(item.attributes).map(([key, value]) => [`attributes.${key}`, value]);
  return {
    name,
    class: itsClass,
    environment,
    description,
    criticality,
    tags,
    source,
    ...Object.fromEntries(attributes),
  };
}

interface Ends {
  type: RelationType;
  source: { name: string };
  target: { name: string };
}

/** The history entries of both ends for a new relation. */
export function relatedChanges({ type, source, target }: Ends): { ofSource: Changes; ofTarget: Changes } {
  return {
    ofSource: { [type]: { from: null, to: target.name } },
    ofTarget: { [relationWords[type].backward]: { from: null, to: source.name } },
  };
}

/** The history entries of both ends for a deleted relation. */
export function unrelatedChanges({ type, source, target }: Ends): { ofSource: Changes; ofTarget: Changes } {
  return {
    ofSource: { [type]: { from: target.name, to: null } },
    ofTarget: { [relationWords[type].backward]: { from: source.name, to: null } },
  };
}

/** The history entry of a relation's other end when an item is deleted. */
export function goneWith(
  item: { name: string },
  tie: { type: RelationType; other: { name: string }; from_other: boolean },
): Changes {
  return tie.from_other
    ? unrelatedChanges({ type: tie.type, source: tie.other, target: item }).ofSource
    : unrelatedChanges({ type: tie.type, source: item, target: tie.other }).ofTarget;
}

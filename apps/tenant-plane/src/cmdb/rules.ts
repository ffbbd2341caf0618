import { type ConfigItem, type Criticality, type Impact, type RelationType, relationWords } from "@opsplane/contract";
import { invalid } from "@opsplane/runtime";

/** What an item weighs in an impact analysis. */
const weights: Record<Criticality, number> = { critical: 10, high: 5, medium: 2, low: 1 };

/** What is left of a weight with each step beyond the first: redundancy and care lie between. */
const fading = 0.7;

/** The sum of weights at which two thirds of the worst are reached: four critical neighbours. */
const scale = 40;

/** From which score on an impact has a level; the worst first. */
const levels: readonly { level: Impact["level"]; from: number }[] = [
  { level: "critical", from: 75 },
  { level: "high", from: 50 },
  { level: "medium", from: 25 },
];

export function itemScore(criticality: Criticality, distance: number): number {
  return rounded(weights[criticality] * fading ** (distance - 1), 2);
}

/** 0 to 100: each further item counts, but ever less, so no number of items passes the end. */
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

/** What the schema cannot say about attributes. The depth is asked first: what nests without end cannot be written down. */
export function assertStorable(attributes: Record<string, unknown>): void {
  if (nestsDeeperThan(attributes, deepestAttribute)) invalid("attributes", `may nest ${deepestAttribute} levels deep`);
  const bytes = Buffer.byteLength(JSON.stringify(attributes));
  if (bytes > maxAttributeBytes)
    invalid("attributes", `has ${bytes} bytes when written as JSON; ${maxAttributeBytes} are the most`);
}

function nestsDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => nestsDeeperThan(part, levels - 1));
}

export type Changes = Record<string, { from: unknown; to: unknown }>;

/** What an item's history says about a change, or about its beginning: field by field, attributes key by key. */
export function changesBetween(before: ConfigItem | undefined, after: ConfigItem): Changes {
  const [was, is] = [before ? factsOf(before) : unset, factsOf(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changed = fields.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]));
  const changes: Changes = Object.fromEntries(
    changed.map((field) => [field, { from: was[field] ?? null, to: is[field] ?? null }]),
  );
  // Told by name, but two owners may share one.
  if (before?.owner?.id !== after.owner?.id)
    changes.owner = { from: before?.owner?.name ?? null, to: after.owner?.name ?? null };
  return changes;
}

/** As every item is before it is given anything. */
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

/** How the histories of both ends tell that a relation came. */
export function relatedChanges({ type, source, target }: Ends): { ofSource: Changes; ofTarget: Changes } {
  return {
    ofSource: { [type]: { from: null, to: target.name } },
    ofTarget: { [relationWords[type].backward]: { from: null, to: source.name } },
  };
}

/** How the histories of both ends tell that a relation went. */
export function unrelatedChanges({ type, source, target }: Ends): { ofSource: Changes; ofTarget: Changes } {
  return {
    ofSource: { [type]: { from: target.name, to: null } },
    ofTarget: { [relationWords[type].backward]: { from: source.name, to: null } },
  };
}

/** How the other end of a relation tells that an item is gone. */
export function goneWith(
  item: { name: string },
  tie: { type: RelationType; other: { name: string }; from_other: boolean },
): Changes {
  return tie.from_other
    ? unrelatedChanges({ type: tie.type, source: tie.other, target: item }).ofSource
    : unrelatedChanges({ type: tie.type, source: item, target: tie.other }).ofTarget;
}

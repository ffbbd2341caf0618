import { type Static, Type } from "typebox";
import { ChangeSummary } from "./change-summary.ts";
import { criticalities, relationTypes } from "./config-items.ts";
import { IncidentSummary } from "./incidents.ts";
import { Id, nullable, oneOf } from "./schema.ts";

export const directions = ["downstream", "upstream"] as const;
export type Direction = (typeof directions)[number];

export const impactLevels = ["none", "low", "medium", "high", "critical"] as const;

const AffectedItem = Type.Object({
  id: Id,
  name: Type.String(),
  class: Type.String(),
  environment: Type.String(),
  criticality: oneOf(criticalities),
  service: Type.Boolean(),
  distance: Type.Integer({ description: "Relations between it and the nearest item that was asked about" }),
  relation: oneOf(relationTypes, { description: "The last relation on the way to it" }),
  path: Type.Array(Type.Object({ id: Id, name: Type.String(), relation: nullable(oneOf(relationTypes)) }), {
    description: "A shortest way, from the item that was asked about (whose relation is null) to this one",
  }),
  score: Type.Number({ description: "Weight of its criticality, less with each step away" }),
  open_incidents: Type.Array(IncidentSummary),
  running_changes: Type.Array(ChangeSummary),
});
export type AffectedItem = Static<typeof AffectedItem>;

const ImpactRoot = Type.Object({
  id: Id,
  name: Type.String(),
  class: Type.String(),
  environment: Type.String(),
  criticality: oneOf(criticalities),
  service: Type.Boolean(),
  open_incidents: Type.Array(IncidentSummary),
  running_changes: Type.Array(ChangeSummary),
});

export const Impact = Type.Object({
  ci: ImpactRoot,
  roots: Type.Array(ImpactRoot, { description: "All items that were asked about; `ci` is the first" }),
  direction: oneOf(directions),
  depth: Type.Integer(),
  score: Type.Number({ description: "0 to 100" }),
  level: oneOf(impactLevels),
  affected: Type.Array(AffectedItem, { description: "Nearest first, then by score" }),
  services: Type.Array(
    Type.Object({ id: Id, name: Type.String(), criticality: oneOf(criticalities), distance: Type.Integer() }),
    { description: "The services among them, most critical first; a service that was asked about has distance 0" },
  ),
  open_incidents: Type.Array(IncidentSummary),
  running_changes: Type.Array(ChangeSummary),
  relations: Type.Array(Type.Object({ id: Id, source_id: Id, target_id: Id, type: oneOf(relationTypes) }), {
    description: "Between the items of this answer",
  }),
  totals: Type.Object({
    affected: Type.Integer(),
    services: Type.Integer(),
    open_incidents: Type.Integer(),
    running_changes: Type.Integer(),
    deepest: Type.Integer({ description: "The greatest distance found" }),
  }),
  truncated: Type.Boolean({ description: "More are affected than were walked (5,000) or asked for (limit)" }),
});
export type Impact = Static<typeof Impact>;

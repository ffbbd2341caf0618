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
  distance: Type.Integer({ description: "Number of relations to the nearest requested item" }),
  relation: oneOf(relationTypes, { description: "The last relation on the path to it" }),
  path: Type.Array(Type.Object({ id: Id, name: Type.String(), relation: nullable(oneOf(relationTypes)) }), {
    description: "A shortest path from the requested item (whose relation is null) to this one",
  }),
  score: Type.Number({ description: "Weight of its criticality, reduced by distance" }),
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
  roots: Type.Array(ImpactRoot, { description: "All requested items; `ci` is the first" }),
  direction: oneOf(directions),
  depth: Type.Integer(),
  score: Type.Number({ description: "0 to 100" }),
  level: oneOf(impactLevels),
  affected: Type.Array(AffectedItem, { description: "Nearest first, then by score" }),
  services: Type.Array(
    Type.Object({ id: Id, name: Type.String(), criticality: oneOf(criticalities), distance: Type.Integer() }),
    { description: "The affected services, most critical first; a requested service has distance 0" },
  ),
  open_incidents: Type.Array(IncidentSummary),
  running_changes: Type.Array(ChangeSummary),
  relations: Type.Array(Type.Object({ id: Id, source_id: Id, target_id: Id, type: oneOf(relationTypes) }), {
    description: "Relations between the returned items",
  }),
  totals: Type.Object({
    affected: Type.Integer(),
    services: Type.Integer(),
    open_incidents: Type.Integer(),
    running_changes: Type.Integer(),
    deepest: Type.Integer({ description: "The greatest distance found" }),
  }),
  truncated: Type.Boolean({ description: "More items are affected than the search limit (5,000) or `limit`" }),
});
export type Impact = Static<typeof Impact>;

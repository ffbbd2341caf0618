import type { Change, Incident, RelationType } from "@opsplane/contract";

/** What an analysis knows. Reads produce it, and rules rank it. */
export interface Facts {
  incident: Pick<Incident, "id" | "reference" | "title">;
  /** When the incident was opened. */
  at: Date;
  /** The incident's items and what they depend on, nearest first. */
  items: readonly Item[];
  /** How the incident's items were found. */
  origin: "incident" | "title" | "none";
  changes: readonly ChangeFact[];
  incidents: readonly IncidentFact[];
  telemetry: TelemetryFact;
}

export interface Item {
  id: string;
  name: string;
  /** Relations from an item of the incident; 0 for its own items. */
  distance: number;
  /** The previous item on the way from the incident, and the relation between them; null for the incident's own items. */
  from: string | null;
  relation: RelationType | null;
}

export interface ChangeFact extends Pick<Change, "id" | "title" | "status" | "risk_level"> {
  /** Null: a change event that an alert integration received. */
  reference: string | null;
  ci_id: string;
  /** The actual start, or the planned one of a change that has not started. */
  started_at: string;
  /** Null while it runs. */
  ended_at: string | null;
  /** It was planned for this time, but nobody has started it. */
  is_planned: boolean;
}

export interface IncidentFact extends Pick<Incident, "id" | "reference" | "title" | "severity" | "created_at"> {
  ci_id: string;
}

export interface TelemetryFact {
  status: "read" | "unavailable" | "no services";
  /** The services that sent traces or logs. */
  services: readonly ServiceFact[];
}

export interface ServiceFact {
  service: string;
  /** The configuration item of the same name. */
  ci_id: string | null;
  /** One point a minute, oldest first. Minutes without data have none. */
  calls: readonly CallPoint[];
  logs: readonly LogPoint[];
}

export interface CallPoint {
  ts: string;
  calls: number;
  errors: number;
  p95_ms: number;
}

interface LogPoint {
  ts: string;
  errors: number;
}

import type { Change, Incident, Rca, RelationType } from "@opsplane/contract";
import type { VersionComparison } from "@opsplane/rca";

/** What an analysis knows. Reads produce it, and rules rank it. */
export interface Facts {
  incident: Pick<Incident, "id" | "reference" | "title" | "resolved_at">;
  /** When the incident was opened. */
  at: Date;
  /** The incident's items and what they depend on, nearest first. */
  items: readonly Item[];
  /** How the incident's items were found. */
  origin: "incident" | "alert" | "title" | "none";
  /** The first alerts of the incident. */
  alerts: readonly AlertFact[];
  changes: readonly ChangeFact[];
  incidents: readonly IncidentFact[];
  /** Names of items: the first depends on or runs on the second. */
  relations: readonly { from: string; to: string }[];
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

export interface AlertFact {
  id: string;
  name: string;
  summary: string;
  labels: Readonly<Record<string, string>>;
  fired_at: string;
  /** What telemetry may call the thing that it is about; `other` counts when it has nothing of `direct`. */
  direct: readonly string[];
  other: readonly string[];
}

interface ActionFields {
  id: string;
  title: string;
  /** unknown: an execution without a command that is known to remove data or interrupt a service. */
  risk: Change["risk_level"] | "unknown";
  /** The actual start, or the planned one of a change that has not started. */
  started_at: string;
  /** Null while it runs. */
  ended_at: string | null;
  /** It was planned for this time, but nobody has started it. */
  is_planned: boolean;
  /** A sentence with what else is known. */
  note: string | null;
}

/** A change, a change event of an alert integration, or an execution of a runbook. */
export interface ChangeFact extends ActionFields {
  source: "change" | "event" | "execution";
  /** Null for an event. */
  reference: string | null;
  ci_id: string;
}

/** A version of a service that its spans have since a certain time; `title` is the version. */
export interface DeploymentFact extends ActionFields {
  source: "deployment";
  service: string;
  /** Compared with the version that ran beside it at the same time; unclear when there was none. */
  verdict: VersionComparison["verdict"];
}

/** Something that people or their tools did. */
export type Action = ChangeFact | DeploymentFact;

export interface IncidentFact extends Pick<Incident, "id" | "reference" | "title" | "severity" | "created_at"> {
  ci_id: string;
}

export interface TelemetryFact {
  status: "read" | "unavailable" | "no services";
  /** Services and hosts that alerts name and telemetry has. */
  alerting: readonly string[];
  /** Everything unusual, the most likely cause first. */
  suspects: readonly SuspectFact[];
  /** When the problem began; null when telemetry does not show it. */
  startedAt: Date | null;
  /** What is affected or lies between, besides the suspects, and how calls and dependencies connect it all. */
  others: readonly { name: string; ci_id: string | null; since: Date | null }[];
  affected: readonly string[];
  edges: readonly { source: string; target: string }[];
  counts: { services: number; spans: number; lines: number; metrics: number };
  deployments: readonly DeploymentFact[];
  /** What could not be read. */
  missing: readonly string[];
}

/** A service, database or host that is unusual. */
export interface SuspectFact {
  name: string;
  isHost: boolean;
  /** The configuration item of the same name. */
  ci_id: string | null;
  /** The probability that it is the cause, 0 to 1. */
  probability: number;
  findings: readonly Finding[];
  /** When it became unusual. */
  since: Date;
}

export interface Finding {
  kind: "metric" | "logs" | "traces";
  text: string;
  link: string | null;
  chart: Chart | null;
}

export type Chart = NonNullable<Rca["causes"][number]["evidence"][number]["chart"]>;

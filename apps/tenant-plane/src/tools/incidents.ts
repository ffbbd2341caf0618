import { incidentStatuses, severities } from "@opsplane/contract";
import { sql } from "@opsplane/runtime";
import { type Static, Type } from "typebox";
import { withoutCitations } from "../response/index.ts";
import * as figures from "./incident-figures.ts";
import { cut, inputs, limit, maybeName, name, range, readRange, several, words } from "./inputs.ts";
import { pages } from "./links.ts";
import { groupId, itemId, userId } from "./resolve.ts";
import { type Asker, tool } from "./tool.ts";

const scopeFields = {
  ...range,
  time: Type.Optional(
    words(["created", "acknowledged", "resolved", "closed"], "The time that the range is about; created by default"),
  ),
  status: several(words(incidentStatuses)),
  open: Type.Optional(Type.Boolean({ description: "true: not resolved or closed; false: resolved or closed" })),
  severity: several(words(severities)),
  items: several(name("Name or id of an affected configuration item")),
  assignee: maybeName("Name, email or id of a person; me; none"),
  team: maybeName("Name or id of a team: its items, or a member as assignee"),
  source: maybeName("Where the incidents come from"),
  text: maybeName("Text in title or description"),
};
const Scope = inputs(scopeFields);

async function scopeOf({ db, principal, now }: Asker, input: Static<typeof Scope>): Promise<figures.IncidentScope> {
  const { status, open, severity, items, assignee, team, source, text } = input;
  return {
    ...readRange(input, now),
    at: input.time ?? "created",
    ...(status ? { status } : {}),
    ...(open === undefined ? {} : { open }),
    ...(severity ? { severity } : {}),
    ...(items ? { itemIds: await Promise.all(items.map((each) => itemId(db, each))) } : {}),
    ...(assignee === undefined
      ? {}
      : { assignedTo: assignee === "none" ? null : await userId(db, principal, assignee) }),
    ...(team === undefined ? {} : { teamId: await groupId(db, team) }),
    ...(source === undefined ? {} : { source }),
    ...(text === undefined ? {} : { q: text }),
  };
}

const shared = { access: "incidents:read", module: "incidents" } as const;

/** The list of the console with the filters that it has too. */
function citeList({ cite }: Asker, { status, open, severity }: Static<typeof Scope>): string {
  const wanted = status ?? (open === true ? incidentStatuses.filter((s) => s !== "resolved" && s !== "closed") : []);
  return cite("incidents", "Incidents", pages.incidents({ status: wanted.join(","), severity: severity?.join(",") }));
}

function rowsOf({ cite }: Asker, rows: readonly figures.ListedIncident[]) {
  return rows.map((row) => ({
    ...row,
    title: cut(row.title),
    citation: cite("incident", `${row.reference} ${row.title}`, pages.incident(row.reference)),
  }));
}

export const incidentTools = {
  countIncidents: tool({
    ...shared,
    name: "count_incidents",
    description:
      "Counts incidents by filters and time, in total and optionally by severity, status, source, assignee, service or team.",
    input: inputs({ ...scopeFields, by: Type.Optional(words(figures.countedBy)) }),
    read: async (asker, { by, ...input }) => {
      const scope = await scopeOf(asker, input);
      const { count } = await figures.figureOf(asker.db, scope);
      const groups = by === undefined ? undefined : await figures.countIncidentsBy(asker.db, scope, by);
      return { count, by: by ?? null, groups: groups ?? [], citation: citeList(asker, input) };
    },
  }),
  listIncidents: tool({
    ...shared,
    name: "list_incidents",
    description: "Lists incidents by filters and time with their total, newest, oldest, longest or most severe first.",
    input: inputs({ ...scopeFields, order: Type.Optional(words(figures.incidentOrders)), limit: limit(20) }),
    read: async (asker, { order = "newest", limit: most = 10, ...input }) => {
      const scope = await scopeOf(asker, input);
      const [{ count }, rows] = await Promise.all([
        figures.figureOf(asker.db, scope),
        figures.listIncidents(asker.db, scope, order, most),
      ]);
      return { count, incidents: rowsOf(asker, rows), citation: citeList(asker, input) };
    },
  }),
  incidentTrend: tool({
    ...shared,
    name: "incident_trend",
    description: "Counts incidents that were opened and resolved in each hour, day, week or month of a range.",
    input: inputs({ ...scopeFields, step: Type.Optional(words(figures.trendSteps)) }),
    read: async (asker, { step = "day", ...input }) => {
      const scope = await scopeOf(asker, input);
      const to = scope.to ?? asker.now;
      const from = scope.from ?? new Date(to.getTime() - 7 * 86_400_000);
      const points = await figures.incidentTrend(asker.db, { ...scope, from, to }, step, asker.timezone);
      const opened = points.reduce((sum, point) => sum + point.opened, 0);
      const resolved = points.reduce((sum, point) => sum + point.resolved, 0);
      return { step, from, to, opened, resolved, points, citation: citeList(asker, input) };
    },
  }),
  incidentDurations: tool({
    ...shared,
    name: "incident_durations",
    description:
      "Mean and median time from creation to acknowledgment (MTTA) or resolution (MTTR) of incidents acknowledged or resolved in a range, optionally by severity or service.",
    input: inputs({
      ...scopeFields,
      measure: words(["acknowledge", "resolve"]),
      by: Type.Optional(words(["severity", "service"])),
    }),
    read: async (asker, { measure, by, ...input }) => {
      const at = measure === "acknowledge" ? ("acknowledged" as const) : ("resolved" as const);
      const scope = { ...(await scopeOf(asker, input)), at };
      const overall = await figures.figureOf(asker.db, scope);
      const groups = by === undefined ? [] : await figures.figuresBy(asker.db, scope, by);
      return {
        measure,
        ...overall,
        groups,
        citation: citeList(asker, input),
      };
    },
  }),
  getIncident: tool({
    ...shared,
    name: "get_incident",
    description:
      "One incident by reference such as INC-00000012, with its items, assignee, times and latest timeline entries.",
    input: inputs({ reference: name("Reference or id") }),
    read: async ({ reads, cite, db }, { reference }) => {
      const incident = await reads.incidents.get({ params: { id: reference.toUpperCase() } });
      const items = await db.rows<{ id: string; name: string }>(sql`
        select item.id, item.name from incident_items named join config_items item on item.tenant_id = named.tenant_id and item.id = named.ci_id
        where named.incident_id = ${incident.id} order by item.name limit 20`);
      const { items: timeline } = await reads.incidents.timeline({
        params: { id: incident.id },
        query: { limit: 1000 },
      });
      return {
        ...{ id: incident.id, reference: incident.reference, title: cut(incident.title), severity: incident.severity },
        ...{ status: incident.status, source: incident.source, description: cut(incident.description, 500) },
        assignee: incident.assignee?.name ?? null,
        items,
        ...{ created_at: incident.created_at, acknowledged_at: incident.acknowledged_at },
        ...{ resolved_at: incident.resolved_at, created_by: incident.created_by, resolved_by: incident.resolved_by },
        resolution_notes: incident.resolution_notes === null ? null : cut(incident.resolution_notes, 500),
        timeline: timeline
          .slice(-5)
          .map(({ created_at, kind, actor, body }) => ({ at: created_at, kind, actor, text: cut(body) })),
        citation: cite("incident", `${incident.reference} ${incident.title}`, pages.incident(incident.reference)),
      };
    },
  }),
  similarIncidents: tool({
    ...shared,
    name: "similar_incidents",
    description:
      "Other incidents that affected the same configuration items as an incident, with how they were resolved.",
    input: inputs({ reference: name("Reference or id of the incident"), limit: limit(10) }),
    read: async (asker, { reference, limit: most = 5 }) => {
      const incident = await asker.reads.incidents.get({ params: { id: reference.toUpperCase() } });
      const rows = await figures.incidentsLike(asker.db, incident.id, most);
      asker.cite("incident", `${incident.reference} ${incident.title}`, pages.incident(incident.reference));
      return { reference: incident.reference, incidents: rowsOf(asker, rows) };
    },
  }),
  getRootCause: tool({
    ...shared,
    name: "get_root_cause",
    description:
      "The latest root cause analysis of an incident: ranked causes with their evidence, and its confidence.",
    input: inputs({ reference: name("Reference or id of the incident") }),
    read: async ({ reads, cite }, { reference }) => {
      const { id, reference: known, title } = await reads.incidents.get({ params: { id: reference.toUpperCase() } });
      const { status, rca } = await reads.response.latestRca({ params: { id } });
      return {
        reference: known,
        // The status is that of the automatic analysis. A person may have asked for one without it.
        status: status === "none" && rca !== null ? "finished" : status,
        summary: rca === null ? null : cut(withoutCitations(rca.summary), 600),
        confidence: rca?.confidence ?? null,
        causes: (rca?.causes ?? []).slice(0, 5).map(({ kind, title: cause, score, evidence }) => ({
          ...{ kind, title: cut(cause), score },
          evidence: evidence.slice(0, 3).map(({ text }) => cut(text)),
        })),
        citation: cite("incident", `${known} ${title}`, pages.incident(known)),
      };
    },
  }),
};

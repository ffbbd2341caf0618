import { type Incident, type IncidentStatus, incidentMoves, openIncidentStatuses } from "@opsplane/contract";
import { distancesFrom } from "../shop/call-graph.ts";
import { services } from "../shop/shop.ts";
import { type Fault, faults } from "../simulator/faults.ts";
import type { Items } from "./items.ts";
import type { Api, Email, People } from "./people.ts";

const earlier = [
  ["Search returns no results", "P2", "search", "priya.nair@shop.example", "The index was rebuilt from the catalog."],
  [
    "Order confirmations arrive late",
    "P3",
    "notifications",
    "jonas.weber@shop.example",
    "The mail provider had a delay.",
  ],
  [
    "Product pages are slow",
    "P2",
    "catalog",
    "mara.lindqvist@shop.example",
    "A missing index of catalog-db was added.",
  ],
  ["Parcels are booked twice", "P3", "shipping", "kenji.sato@shop.example", "shipping now ignores repeated messages."],
  ["Disk of shop-db-2 is nearly full", "P4", "shop-db-2", "tomas.silva@shop.example", "The disk was enlarged."],
] as const;

const toResolved: readonly IncidentStatus[] = ["open", "acknowledged", "investigating"];

/** Incidents of the past. The API stamps them with the current time. */
export async function fillIncidents(
  api: Api,
  as: (email: Email) => Promise<Api>,
  people: People,
  items: Items,
): Promise<void> {
  const existing = await titles(api);
  for (const [title, severity, item, by, resolution_notes] of earlier) {
    if (existing.has(title)) continue;
    const own = await as(by);
    const body = {
      title,
      severity,
      source: "monitoring",
      ci_ids: idsOf(items, [item]),
      assigned_to: people.users.get(by) ?? null,
    };
    const { id } = await own.incidents.create({ body });
    for (const status of toResolved) await own.incidents.update({ params: { id }, body: { status } });
    await own.incidents.update({ params: { id }, body: { status: "resolved", resolution_notes } });
  }
}

async function titles(api: Api): Promise<Set<string>> {
  const { items } = await api.incidents.list({ query: { limit: 1000 } });
  return new Set(items.map(({ title }) => title));
}

function idsOf(items: Items, names: readonly string[]): string[] {
  return names.flatMap((name) => items.get(name) ?? []);
}

const onCall: Email = "mara.lindqvist@shop.example";

/** Services that customers notice first: the callers of the root that are farthest away, and the root when it is a service. */
function affectedServices({ kind }: Pick<Fault, "kind">): string[] {
  const { root, spread } = faults[kind];
  const onHost = services.filter(({ hosts }) => hosts.includes(root)).map(({ name }) => name);
  const distances = distancesFrom(onHost.length > 0 ? onHost : [root], spread);
  return services.map(({ name }) => name).filter((name) => distances.has(name));
}

/** The incident of the fault, or the one that an earlier run opened. */
export async function openIncident(
  api: Api,
  as: (email: Email) => Promise<Api>,
  items: Items,
  fault: Fault,
): Promise<Incident> {
  const { title, severity } = faults[fault.kind];
  const { items: open } = await api.incidents.list({ query: { status: [...openIncidentStatuses], limit: 1000 } });
  const found = open.find((incident) => incident.title === title);
  if (found) return found;
  const own = await as(onCall);
  const names = affectedServices(fault);
  return own.incidents.create({
    body: {
      title,
      severity,
      source: "monitoring",
      description: `Errors and latency of ${names.slice(0, 3).join(", ")} are above their usual values.`,
      ci_ids: idsOf(items, names),
    },
  });
}

interface Development {
  /** Seconds after the incident was opened. */
  readonly after: number;
  readonly by: Email;
  readonly status?: IncidentStatus;
  readonly note?: string;
}

/** What happens in the incident over time. The notes follow the symptoms and name the cause last. */
function developments({ kind }: Pick<Fault, "kind">): readonly Development[] {
  const { root, why, log } = faults[kind];
  const [first = "storefront", ...others] = affectedServices({ kind });
  const jonas = "jonas.weber@shop.example";
  const tomas = "tomas.silva@shop.example";
  return [
    { after: 10, by: onCall, status: "open" },
    { after: 20, by: onCall, status: "acknowledged", note: "I am on it." },
    { after: 60, by: onCall, note: `Error rate of ${first} is rising. Customers notice it.` },
    { after: 120, by: jonas, status: "investigating", note: `Also visible in ${others.join(", ") || first}.` },
    { after: 240, by: jonas, note: `Traces show that time is lost on the way to ${root}.` },
    { after: 420, by: tomas, note: `The log of ${root} repeats: \`${log[0].message.replace("{n}", "…")}\`` },
    { after: 600, by: tomas, note: `${why} We are preparing a fix.` },
  ];
}

/** Adds the developments that are due and not yet in the timeline. Returns the milliseconds until the next one. */
export async function unfold(
  as: (email: Email) => Promise<Api>,
  incident: Incident,
  fault: Fault,
  now: number,
): Promise<number | undefined> {
  const seconds = (now - Date.parse(incident.created_at)) / 1000;
  const all = developments(fault);
  const reader = await as(onCall);
  const params = { id: incident.id };
  const due = all.filter(({ after }) => after <= seconds);
  const { items: timeline } = await reader.incidents.timeline({ params, query: { limit: 1000 } });
  let { status: current } = await reader.incidents.get({ params });
  for (const { by, status, note } of due) {
    const own = await as(by);
    // People who try the demo may have moved it already.
    if (status !== undefined && incidentMoves[current].includes(status))
      current = (await own.incidents.update({ params, body: { status } })).status;
    const isKnown = timeline.some(({ kind, body }) => kind === "note" && body === note);
    if (note !== undefined && !isKnown) await own.incidents.addNote({ params, body: { body: note } });
  }
  const next = all.find(({ after }) => after > seconds);
  return next && (next.after - seconds) * 1000;
}

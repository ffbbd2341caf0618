// The baseline: Fastify and pg with the product's own SQL; no auth, no validation, no tenancy, no headers.
import type { Incident } from "@opsplane/contract";
import { type Origin, writeAuditAndEvents } from "@opsplane/runtime";
import fastify from "fastify";
import pg from "pg";
import {
  getIncident,
  insertIncident,
  listIncidents,
  type NewIncident,
} from "../apps/tenant-plane/src/incidents/store.ts";
import { wireTypes } from "../packages/runtime/src/postgres/types.ts";
import { bareDb } from "./bare-db.ts";

const [connectionString = "", connections = ""] = process.argv.slice(2);
const tenantId = "default";
const pool = new pg.Pool({
  connectionString,
  max: Number(connections),
  types: wireTypes,
  // Session settings that column defaults need, set once per connection. The superuser bypasses row-level security.
  options: `-c app.tenant_id=${tenantId} -c timezone=UTC`,
});
const db = bareDb(pool);
const app = fastify({ forceCloseConnections: true });

app.get<{ Params: { id: string } }>("/api/incidents/:id", async ({ params }) => ({
  data: await getIncident(db, params.id),
}));

const place = { limit: 50, offset: 0 };
app.get("/api/incidents", async () => {
  const page = await listIncidents(db, { ...place, sort: "-created_at", from: undefined, to: undefined });
  return { ...page, ...place };
});

app.post<{ Body: Pick<NewIncident, "title" | "description" | "severity"> }>(
  "/api/incidents",
  async ({ body: { title, description, severity } }, reply) => {
    const wanted = { title, description, severity, source: "", ciIds: [], assignedTo: null, createdBy: origin.actor };
    reply.code(201);
    return { data: await create(wanted) };
  },
);

async function create(wanted: NewIncident): Promise<Incident | undefined> {
  const client = await pool.connect();
  try {
    const tx = bareDb(client);
    await client.query("begin");
    const incident = await insertIncident(tx, wanted);
    if (incident) await writeAuditAndEvents(tx, trailOf(incident));
    await client.query("commit");
    return incident;
  } finally {
    client.release();
  }
}

const origin: Origin = {
  actorType: "user",
  actorId: "00000000-0000-0000-0000-000000000000",
  actor: "admin@opsplane.local",
  address: "127.0.0.1",
  userAgent: null,
  traceId: "00000000000000000000000000000000",
};

function trailOf(incident: Incident): Parameters<typeof writeAuditAndEvents>[1] {
  const { id, reference, title, severity, status, version } = incident;
  return {
    tenantId,
    action: "incidents.create",
    origin,
    audit: { target: { type: "incident", id, name: reference }, after: incident },
    events: [{ type: "incident.created", subjectId: id, data: { reference, title, severity, status, version } }],
  };
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await app.close();
    await pool.end();
  });
}
console.log(`ready at ${await app.listen({ host: "127.0.0.1", port: 0 })}`);

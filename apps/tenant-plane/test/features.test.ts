import {
  type AutomationWriter,
  automationWriter,
  createLog,
  type Database,
  type DomainEvent,
  openDatabase,
  systemClock,
} from "@opsplane/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { upsertItem } from "../src/cmdb/index.ts";
import { addTimelineEntry, moveIncident, openIncident } from "../src/incidents/index.ts";
import { type Person, type SharedPlane, sharedPlane } from "./plane.ts";

// Features are functions over a write scope. A job uses them without HTTP, and people see the results.

let plane: SharedPlane;
let database: Database;
let owner: Person;
let asAutomation: AutomationWriter;
const events: DomainEvent[] = [];

beforeAll(async () => {
  plane = await sharedPlane();
  owner = await plane.tenant();
  database = openDatabase({
    url: plane.databaseUrl,
    log: createLog("silent"),
    tenantConnections: 2,
    systemConnections: 2,
  });
  const hooks = {
    now: systemClock.now,
    react: async (_tx: unknown, _tenantId: string, event: DomainEvent) => void events.push(event),
    committed: () => undefined,
  };
  asAutomation = automationWriter(hooks, database.inTenant);
});
afterAll(async () => {
  await database.close();
});

test("a job opens, annotates and moves an incident about an item with an external id", async () => {
  const { tenant_id } = owner.tokens.user;
  let id = "";
  await asAutomation(tenant_id, "test.alert", async (write) => {
    const item = await upsertItem(write, { source: "scan", external_id: "node-7", name: "node-7", class: "server" });
    const incident = await openIncident(write, { title: "node-7 is down", severity: "P1", ci_ids: [item.id] });
    await addTimelineEntry(write, incident.id, "Three checks failed.");
    await moveIncident(write, incident.id, "open");
    id = incident.id;
    return undefined;
  });
  const incident = await owner.api.incidents.get({ params: { id } });
  expect(incident).toMatchObject({ status: "open", severity: "P1", created_by: "automation" });
  const { items: entries } = await owner.api.incidents.timeline({ params: { id } });
  expect(entries.map(({ kind, actor }) => [kind, actor]).sort()).toEqual([
    ["created", "automation"],
    ["note", "automation"],
    ["status", "automation"],
  ]);
  expect(events.map(({ type }) => type)).toEqual([
    "ci.created",
    "incident.created",
    "incident.noted",
    "incident.updated",
  ]);
  const { items: audit } = await owner.api.audit.list({ query: { action: "test.alert" } });
  const ofIncident = { actor: "automation", target_type: "incident", target_id: id };
  // The item, and the incident as it was opened, annotated and moved.
  expect(audit.filter(({ target_id }) => target_id === id)).toMatchObject([ofIncident, ofIncident, ofIncident]);
  expect(audit).toHaveLength(4);
});

test("a job that fails leaves nothing behind: no record, no audit entry, no event", async () => {
  const { tenant_id } = owner.tokens.user;
  const before = events.length;
  const failed = asAutomation(tenant_id, "test.fails", async (write) => {
    await openIncident(write, { title: "never" });
    throw new Error("too bad");
  });
  await expect(failed).rejects.toThrow("too bad");
  expect((await owner.api.incidents.list({ query: { q: "never" } })).total).toBe(0);
  expect((await owner.api.audit.list({ query: { action: "test.fails" } })).total).toBe(0);
  expect(events).toHaveLength(before);
});

test("an item that a source reports again is updated only when it changed", async () => {
  const { api } = owner;
  const report = (name: string) =>
    api.cmdb.upsert({ body: { source: "cloud", external_id: "i-1", name, class: "server", tags: ["a"] } });
  const first = await report("web-1");
  expect(await report("web-1")).toMatchObject({ id: first.id, version: first.version });
  const renamed = await report("web-2");
  expect(renamed).toMatchObject({ id: first.id, name: "web-2", version: first.version + 1, external_id: "i-1" });
  const elsewhere = await api.cmdb.upsert({
    body: { source: "scan", external_id: "i-1", name: "web-1", class: "server" },
  });
  expect(elsewhere.id).not.toBe(first.id);
  const { total } = await api.cmdb.items({ query: { q: "web" } });
  expect(total).toBe(2);
});

test("many concurrent reports of an item create it once", async () => {
  const body = { source: "race", external_id: "r-1", name: "racer", class: "server" };
  const made = await Promise.all(Array.from({ length: 6 }, () => owner.api.cmdb.upsert({ body })));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  const other = await plane.tenant();
  expect((await other.api.cmdb.upsert({ body })).id).not.toBe(made[0]?.id);
});

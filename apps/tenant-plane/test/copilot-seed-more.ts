import { fillObjectives } from "@opsplane/demo";
import type pg from "pg";
import type { Api } from "./people.ts";

// Records that tell a right answer from a tempting wrong one: other openers, later updates, times of day, another environment, no owner.

interface More {
  client: pg.Client;
  api: Api;
  as(email: string): Promise<Api>;
  items: ReadonlyMap<string, string>;
  now: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;
const at = (name: string) => `${name}@shop.example`;
const openers = ["mara.lindqvist", "priya.nair", "jonas.weber", "kenji.sato", "tomas.silva"].map(at);

export async function seedMore(more: More): Promise<void> {
  await spreadOut(more);
  await timesOfDay(more);
  await otherItems(more);
  await otherChanges(more);
  await otherRequests(more);
  await objectives(more);
}

/** The opener is not the assignee, and the last update is not the creation. */
async function spreadOut({ client }: More): Promise<void> {
  await client.query(
    `update incidents set created_by = ($1::text[])[1 + (number * 3) % 5],
       updated_at = least(now(), created_at + (number % 7) * interval '31 hours') where created_by = 'seed'`,
    [openers],
  );
}

const hours = ["02:20", "11:40", "12:30", "18:05", "22:10", "22:45", "23:30"];
const titles = ["Login page shows an error", "Mails are delayed", "VPN drops", "Carts lose items", "Prices are stale"];
const affected = ["cart", "notifications", "catalog", "inventory", "checkout", "api-gateway"];
const statuses = ["resolved", "open", "closed", "investigating", "acknowledged", "resolved", "triggered"];

async function timesOfDay({ client, items, now }: More): Promise<void> {
  const { rows: users } = await client.query<{ id: string; email: string }>("select id, email from users");
  const userId = (name: string) => users.find(({ email }) => email === at(name))?.id ?? null;
  const people = ["luc.martin", "mara.lindqvist", null, "aisha.rahman", "tomas.silva"];
  const { rows } = await client.query<{ value: string }>("select value from counters where name = 'incident'");
  let number = Number(rows[0]?.value ?? 0);
  const midnight = Math.floor(now / day) * day;
  for (let index = 0; index < 45; index += 1) {
    number += 1;
    const back = 1 + (index % 9);
    const [h = 0, m = 0] = (hours[(index * 2 + back) % hours.length] ?? "").split(":").map(Number);
    const created = midnight - back * day + (h * 60 + m + index) * minute;
    const status = statuses[index % statuses.length] ?? "";
    const isOver = status === "resolved" || status === "closed";
    const acknowledged = created + ([2, 7, 25, 90][index % 4] ?? 0) * minute;
    const resolved = created + ([12, 35, 80, 200, 600][index % 5] ?? 0) * minute;
    const when = (time: number, isSet: boolean) => (isSet ? new Date(Math.min(time, now)) : null);
    const item = items.get(affected[index % affected.length] ?? "");
    const person = people[index % people.length] ?? null;
    await client.query(
      `insert into incidents (id, number, title, description, severity, status, source, ci_ids, assigned_to, created_by, acknowledged_at, resolved_at, closed_at, created_at, updated_at)
       values (uuidv7(), $1, $2, '', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        ...[number, titles[index % titles.length], `P${1 + ((index * 3) % 5)}`, status],
        ...[["phone", "chat", "monitoring"][index % 3], item ? [item] : [], person && userId(person)],
        openers[(index * 2 + 1) % openers.length],
        when(acknowledged, isOver || status === "investigating" || status === "acknowledged"),
        ...[when(resolved, isOver), when(resolved + 90 * minute, status === "closed"), new Date(created)],
        new Date(Math.min(now, created + (index % 4) * 17 * 60 * minute)),
      ],
    );
  }
  await client.query("update counters set value = $1 where name = 'incident'", [number]);
}

async function otherItems({ api, items }: More): Promise<void> {
  const { items: groups } = await api.groups.list({ query: { limit: 100 } });
  const web = groups.find(({ name }) => name === "Web team")?.id ?? "";
  const rows = [
    ["staging-app-1", "server", "staging", "low", true],
    ["staging-app-2", "server", "staging", "low", true],
    ["staging-db", "database", "staging", "medium", true],
    ["old-ftp", "server", "production", "medium", false],
    ["reporting-db", "database", "production", "low", false],
  ] as const;
  for (const [name, ofClass, environment, criticality, isOwned] of rows)
    await api.cmdb.upsert({
      body: {
        ...{ name, class: ofClass, environment, criticality, source: "test", external_id: name },
        ...(isOwned ? { owner: { type: "group", id: web } } : {}),
        description: `Made for tests; not ${items.size}`,
      },
    });
}

async function otherChanges({ api, as, items, now }: More): Promise<void> {
  const { items: users } = await api.users.list({ query: { limit: 100 } });
  const rows = [
    ["Block a hostile address", "emergency", "high", "mara.lindqvist", "storefront", "", 3],
    ["Switch the payment provider", "emergency", "critical", "kenji.sato", "payments", "", 30],
    ["Clean up old carts", "normal", "low", "jonas.weber", "cart", "Restore the backup.", 50],
    ["Resize the search cluster", "standard", "medium", "priya.nair", "search", "", 100],
    ["Rotate the keys of catalog", "standard", "low", "mara.lindqvist", "catalog", "Use the old keys.", 60],
  ] as const;
  for (const [title, type, risk_level, name, item, rollback_plan, ahead] of rows) {
    const own = await as(at(name));
    const ci = items.get(item);
    const assignee = users.find(({ email }) => email === at(name === "mara.lindqvist" ? "luc.martin" : name));
    const { id } = await own.changes.create({
      body: {
        ...{ title, type, risk_level, rollback_plan, ci_ids: ci ? [ci] : [], assigned_to: assignee?.id ?? null },
        requested_start: new Date(now + ahead * 60 * minute).toISOString(),
        requested_end: new Date(now + (ahead + 2) * 60 * minute).toISOString(),
      },
    });
    if (title.startsWith("Clean"))
      await own.changes.update({ params: { id }, body: { status: "cancelled", note: "Not needed." } });
  }
}

async function otherRequests({ client, api, as }: More): Promise<void> {
  const { items: catalog } = await api.catalog.list({ query: { limit: 100 } });
  const { items: users } = await api.users.list({ query: { limit: 100 } });
  const offer = (name: string) => catalog.find((each) => each.name === name)?.id ?? "";
  const rows = [
    ["Laptop", "mara.lindqvist", { model: "13 inch" }, undefined],
    ["Laptop", "mara.lindqvist", { model: "15 inch" }, "fulfilled"],
    ["Mailing list", "tomas.silva", { address: "on-call@shop.example" }, "cancelled"],
    ["Mailing list", "jonas.weber", { address: "orders@shop.example" }, "in_fulfillment"],
    ["Laptop", "aisha.rahman", { model: "15 inch" }, undefined],
  ] as const;
  const desk = await as(at("tomas.silva"));
  const aisha = users.find(({ email }) => email === at("aisha.rahman"))?.id ?? null;
  let last = "";
  for (const [name, by, inputs, status] of rows) {
    const own = await as(at(by));
    const { id, status: now } = await own.requests.create({ body: { catalog_item_id: offer(name), inputs } });
    last = id;
    if (status && status !== now) await desk.requests.update({ params: { id }, body: { status } });
    if (!status) await desk.requests.update({ params: { id }, body: { assigned_to: aisha } });
  }
  await client.query(
    "update service_requests set target_at = now() - interval '2 hours', breached_at = now() - interval '2 hours' where id = $1",
    [last],
  );
}

async function objectives({ api, items }: More): Promise<void> {
  await fillObjectives(api, items);
  await api.slos.create({
    body: {
      name: "Payments are quick",
      description: "A charge takes at most two seconds.",
      ...{ objective: 99, window_days: 30, ci_id: items.get("payments") ?? null },
      indicator: { type: "latency", service: "payments", threshold_ms: 2000 },
    },
  });
  await api.kpis.create({
    body: {
      name: "Incidents of the month",
      inputs: [{ name: "total", kind: "count", records: "incidents" }],
      formula: "total",
      ...{ unit: "count", target: 50, better: "lower" },
    },
  });
}

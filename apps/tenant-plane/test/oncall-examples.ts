import { randomBytes } from "node:crypto";
import { secretBox } from "@opsplane/runtime";
import pg from "pg";
import { writeLink } from "../src/oncall/pages/links.ts";
import type { Examples } from "./examples.ts";
import type { Person, Plane } from "./plane.ts";

// Examples of the operations of schedules, escalation policies, channels and pages.

let counter = 0;
const unique = (word: string) => `${word}-${++counter}`;
const me = (owner: Person) => owner.tokens.user.id;

const aLayer = (owner: Person) => ({
  user_ids: [me(owner)],
  starts_at: "2026-01-05T09:00:00Z",
  rotation: "daily" as const,
});

async function newSchedule(owner: Person) {
  return owner.api.oncallSchedules.create({
    body: { name: unique("rota"), timezone: "Europe/Berlin", layers: [aLayer(owner)] },
  });
}

async function newOverride(owner: Person) {
  const { id } = await newSchedule(owner);
  const body = { user_id: me(owner), ends_at: "2090-01-01T00:00:00Z" };
  return { id, override_id: (await owner.api.oncallSchedules.override({ params: { id }, body })).id };
}

const aPolicy = (owner: Person) => ({
  name: unique("policy"),
  steps: [{ targets: [{ type: "user" as const, id: me(owner) }] }],
});

async function newPolicy(owner: Person) {
  return owner.api.escalationPolicies.create({ body: aPolicy(owner) });
}

/** A tenant has at most 100 shared channels, and the walk over the contract makes more. */
async function roomForChannel({ api }: Person) {
  const { items } = await api.channels.list({ query: { user_id: "none", limit: 1000 } });
  for (const { id } of items.slice(0, items.length - 80)) await api.channels.remove({ params: { id } });
  return { name: unique("channel"), type: "slack" as const, config: { url: "https://hooks.example.com/T1/B2/secret" } };
}

async function newChannel(owner: Person) {
  return owner.api.channels.create({ body: await roomForChannel(owner) });
}

async function newDelivery(owner: Person) {
  const { id } = await newChannel(owner);
  return { id, delivery_id: (await owner.api.channels.test({ params: { id } })).id };
}

async function aPage(owner: Person) {
  const { id } = await owner.api.incidents.create({ body: { title: unique("outage") } });
  return { message: "Please look.", incident_id: id, escalation_policy_id: (await newPolicy(owner)).id };
}

async function newPage(owner: Person) {
  return owner.api.oncall.page({ body: await aPage(owner) });
}

async function newFeedToken(owner: Person) {
  const { url } = await owner.api.oncall.feed({ body: { schedule_id: (await newSchedule(owner)).id } });
  return url.replace(/^.*\/(.+)\.ics$/, "$1");
}

/** A link as it is in an email. The tenant's key is made here, because no mail server is at hand. */
async function newLink(plane: Plane, owner: Person) {
  const box = secretBox(Buffer.from(plane.masterKey, "base64"));
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  const tenantId = owner.tokens.user.tenant_id;
  const insert = "insert into oncall_link_keys (tenant_id, sealed) values ($1, $2) on conflict do nothing";
  await client.query(insert, [tenantId, box.seal(randomBytes(32).toString("base64"))]);
  const select = "select sealed from oncall_link_keys where tenant_id = $1";
  const { rows } = await client.query<{ sealed: Buffer }>(select, [tenantId]);
  await client.end();
  const { id: incidentId } = await owner.api.incidents.create({ body: { title: unique("outage") } });
  const link = { tenantId, incidentId, userId: me(owner) };
  return writeLink(link, Date.now() / 1000 + 3600, box.open(rows[0]?.sealed ?? Buffer.alloc(0)));
}

type Group = "oncall" | "oncallSchedules" | "escalationPolicies" | "channels";

export const oncallExamples: Pick<Examples, Group> = {
  oncallSchedules: {
    list: async () => ({}),
    create: async ({ owner }) => ({ body: { name: unique("rota"), layers: [aLayer(owner)] } }),
    preview: async ({ owner }) => ({ body: { timezone: "Europe/Berlin", layers: [aLayer(owner)] } }),
    get: async ({ owner }) => ({ params: { id: (await newSchedule(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: (await newSchedule(owner)).id }, body: { description: "Days" } }),
    remove: async ({ owner }) => ({ params: { id: (await newSchedule(owner)).id } }),
    timeline: async ({ owner }) => ({ params: { id: (await newSchedule(owner)).id } }),
    overrides: async ({ owner }) => ({ params: { id: (await newSchedule(owner)).id } }),
    override: async ({ owner }) => ({
      params: { id: (await newSchedule(owner)).id },
      body: { comment: "Swap", user_id: me(owner), ends_at: "2090-01-01T00:00:00Z" },
    }),
    removeOverride: async ({ owner }) => ({ params: await newOverride(owner) }),
    calendar: async ({ owner }) => ({ params: { id: (await newSchedule(owner)).id } }),
  },
  escalationPolicies: {
    list: async () => ({}),
    create: async ({ owner }) => ({ body: aPolicy(owner) }),
    get: async ({ owner }) => ({ params: { id: (await newPolicy(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: (await newPolicy(owner)).id }, body: { repeat: 2 } }),
    remove: async ({ owner }) => ({ params: { id: (await newPolicy(owner)).id } }),
  },
  channels: {
    list: async () => ({}),
    create: async ({ owner }) => ({ body: await roomForChannel(owner) }),
    get: async ({ owner }) => ({ params: { id: (await newChannel(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: (await newChannel(owner)).id }, body: { enabled: false } }),
    remove: async ({ owner }) => ({ params: { id: (await newChannel(owner)).id } }),
    test: async ({ owner }) => ({ params: { id: (await newChannel(owner)).id } }),
    deliveries: async ({ owner }) => ({ params: { id: (await newChannel(owner)).id } }),
    redeliver: async ({ owner }) => ({ params: await newDelivery(owner) }),
    pushKey: async () => ({}),
  },
  oncall: {
    now: async () => ({}),
    mine: async () => ({}),
    feed: async ({ owner }) => ({ body: { name: "Rota", schedule_id: (await newSchedule(owner)).id } }),
    removeFeed: async ({ owner }) => {
      const { id: schedule_id } = await newSchedule(owner);
      await owner.api.oncall.feed({ body: { schedule_id } });
      return { query: { schedule_id } };
    },
    calendar: async ({ owner }) => ({ params: { token: await newFeedToken(owner) } }),
    pages: async () => ({}),
    page: async ({ owner }) => ({ body: await aPage(owner) }),
    acknowledge: async ({ owner }) => ({ params: { id: (await newPage(owner)).id } }),
    stop: async ({ owner }) => ({ params: { id: (await newPage(owner)).id } }),
    readLink: async ({ plane, owner }) => ({ body: { token: await newLink(plane, owner) } }),
    followLink: async ({ plane, owner }) => ({ body: { token: await newLink(plane, owner), action: "acknowledge" } }),
  },
};

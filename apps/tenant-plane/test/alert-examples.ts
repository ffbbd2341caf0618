import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Person, SharedPlane } from "./plane.ts";

let counter = 0;
const unique = (word: string) => `${word} ${++counter}`;

const aPolicy = () =>
  ({
    name: unique("policy"),
    signal: "metrics",
    condition: { type: "threshold", metric_name: "load", operator: ">", threshold: 90 },
    enabled: false,
  }) as const;
const newPolicy = async (owner: Person) => ({
  id: (await owner.api.alertPolicies.create({ body: aPolicy() })).id,
});

/** A firing alert from outside. Only evaluation and integrations create alerts, so it is stored by SQL. */
async function newAlert(plane: SharedPlane, { tokens }: Person): Promise<{ id: string }> {
  const id = randomUUID();
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  await client.query(
    `insert into alerts (tenant_id, id, source, group_key, name, status, severity, labels, summary, description, started_at, fired_at, last_seen_at)
     values ($1, $2, 'test', $3, 'An alert', 'firing', 'P3', '{}', 'Something is wrong', '', now(), now(), now())`,
    [tokens.user.tenant_id, id, id],
  );
  await client.end();
  return { id };
}

interface World {
  plane: SharedPlane;
  owner: Person;
}

const aSilence = () =>
  ({
    comment: unique("silence"),
    matchers: [{ name: "host", operator: "=", value: "web-1" }],
    ends_at: new Date(Date.now() + 3_600_000).toISOString(),
  }) as const;
const newSilence = async (owner: Person) => ({
  id: (await owner.api.silences.create({ body: { ...aSilence(), matchers: [...aSilence().matchers] } })).id,
});

/** A tenant has at most 100, and the walk over the contract makes more. */
async function newIntegration({ api }: Person, type: "alertmanager" | "pagerduty" = "alertmanager") {
  const { items } = await api.alertIntegrations.list({ query: { limit: 1000 } });
  for (const { id } of items.slice(0, items.length - 90)) await api.alertIntegrations.remove({ params: { id } });
  return api.alertIntegrations.create({ body: { name: unique("integration"), type } });
}
const integrationParams = async (owner: Person) => ({ id: (await newIntegration(owner)).id });

const aWebhook = () => ({
  version: "4",
  groupKey: "{}",
  receiver: "opsplane",
  alerts: [{ status: "firing", labels: { alertname: unique("alert") }, startsAt: new Date().toISOString() }],
});
const bytesOf = (body: object) => Buffer.from(JSON.stringify(body));

export const alertExamples = {
  alertIntegrations: {
    list: async () => ({}),
    create: async ({ owner }: World) => {
      await newIntegration(owner);
      return { body: { name: unique("integration"), type: "json" } };
    },
    get: async ({ owner }: World) => ({ params: await integrationParams(owner) }),
    update: async ({ owner }: World) => ({ params: await integrationParams(owner), body: { default_severity: "P2" } }),
    remove: async ({ owner }: World) => ({ params: await integrationParams(owner) }),
    rotateKey: async ({ owner }: World) => ({ params: await integrationParams(owner) }),
    test: async ({ owner }: World) => ({
      params: await integrationParams(owner),
      body: { sample: JSON.stringify(aWebhook()) },
    }),
    events: async ({ owner }: World) => ({ params: await integrationParams(owner) }),
    receive: async ({ owner }: World) => ({
      bytes: bytesOf(aWebhook()),
      headers: { authorization: `Bearer ${(await newIntegration(owner)).key}` },
    }),
    enqueue: async ({ owner }: World) => ({
      bytes: bytesOf({
        routing_key: (await newIntegration(owner, "pagerduty")).key,
        event_action: "trigger",
        payload: { summary: unique("event"), source: "web-1", severity: "critical" },
      }),
    }),
    enqueueChange: async ({ owner }: World) => ({
      bytes: bytesOf({
        routing_key: (await newIntegration(owner, "pagerduty")).key,
        payload: { summary: unique("deployment"), source: "web-1" },
      }),
    }),
  },
  silences: {
    list: async () => ({}),
    create: async () => ({ body: aSilence() }),
    preview: async () => ({ body: { matchers: aSilence().matchers } }),
    get: async ({ owner }: World) => ({ params: await newSilence(owner) }),
    update: async ({ owner }: World) => ({ params: await newSilence(owner), body: { comment: "changed" } }),
    end: async ({ owner }: World) => ({ params: await newSilence(owner) }),
    remove: async ({ owner }: World) => ({ params: await newSilence(owner) }),
  },
  alerts: {
    list: async () => ({}),
    counts: async () => ({}),
    get: async ({ plane, owner }: World) => ({ params: await newAlert(plane, owner) }),
    resolve: async ({ plane, owner }: World) => ({ params: await newAlert(plane, owner) }),
  },
  alertPolicies: {
    list: async () => ({}),
    create: async () => ({ body: aPolicy() }),
    get: async ({ owner }: World) => ({ params: await newPolicy(owner) }),
    update: async ({ owner }: World) => ({ params: await newPolicy(owner), body: { description: "changed" } }),
    remove: async ({ owner }: World) => ({ params: await newPolicy(owner) }),
    versions: async ({ owner }: World) => ({ params: await newPolicy(owner) }),
    evaluations: async ({ owner }: World) => ({ params: await newPolicy(owner) }),
    backtest: async () => ({ body: { policy: aPolicy() } }),
  },
};

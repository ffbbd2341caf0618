import type { IntegrationType } from "@opsplane/contract";
import type { SettingsInput } from "../src/alerts/integrations/settings.ts";
import type { Person, SharedPlane } from "./plane.ts";

/** What senders read of an answer. */
interface SendResult {
  data: { received: number; events: { outcome: string }[] };
  status: string;
  dedup_key: string;
}

let counter = 0;

/** An integration with a client for its addresses, for tests. */
export async function aSender(plane: SharedPlane, owner: Person, type: IntegrationType, settings: SettingsInput = {}) {
  const name = `${type} ${++counter}`;
  const integration = await owner.api.alertIntegrations.create({ body: { name, type, ...settings } });
  const { id, key } = integration;

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const sent = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await fetch(plane.url + path, {
      method: "POST",
      body: sent,
      headers: { "content-type": "application/json", ...headers },
    });
    return { status: answer.status, body: (await answer.json()) as SendResult };
  };
  const send = (body: unknown, token = key) => post("/api/alerts/events", body, { authorization: `Bearer ${token}` });

  return {
    ...{ id, key, integration, send },
    sendMany: async (bodies: readonly unknown[]) => Promise.all(bodies.map((body) => send(body))),
    enqueue: (event: object, token = key) => post("/api/alerts/pagerduty/v2/enqueue", { routing_key: token, ...event }),
    change: (event: object) => post("/api/alerts/pagerduty/v2/change/enqueue", { routing_key: key, ...event }),
    get: () => owner.api.alertIntegrations.get({ params: { id } }),
    events: async () => (await owner.api.alertIntegrations.events({ params: { id } })).items,
    outcomes: async () =>
      (await owner.api.alertIntegrations.events({ params: { id } })).items.map(({ outcome }) => outcome),
  };
}

interface TestAlert {
  status?: "firing" | "resolved";
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  startsAt?: string;
  fingerprint?: string;
}

/** A webhook of Alertmanager. */
export function aWebhook(alerts: readonly TestAlert[], groupKey = '{}:{alertname="HostDown"}') {
  return {
    version: "4",
    groupKey,
    truncatedAlerts: 0,
    status: alerts.some(({ status }) => status !== "resolved") ? "firing" : "resolved",
    receiver: "opsplane",
    groupLabels: { alertname: "HostDown" },
    commonLabels: { alertname: "HostDown" },
    commonAnnotations: {},
    externalURL: "http://alertmanager:9093",
    alerts: alerts.map(({ labels = {}, annotations = {}, status = "firing", ...rest }) => ({
      status,
      labels: { alertname: "HostDown", severity: "critical", ...labels },
      annotations,
      startsAt: "2026-01-05T10:00:00.000Z",
      endsAt: "0001-01-01T00:00:00Z",
      generatorURL: "http://prometheus:9090/graph?g0.expr=up",
      ...rest,
    })),
  };
}

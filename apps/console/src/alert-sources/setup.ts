import { type AlertIntegration, alertIntegrations } from "@opsplane/contract";

export interface SetupStep {
  name: string;
  /** The file or shell that the text is for. */
  where: string;
  text: string;
}

type Type = AlertIntegration["type"];

/** Ready-to-paste configuration for each kind of source, with the server's address and the key. */
export function setupOf(type: Type, origin: string, key: string): SetupStep[] {
  return steps[type](origin, key);
}

const { receive, enqueue, enqueueChange } = alertIntegrations;

const steps: Record<Type, (origin: string, key: string) => SetupStep[]> = {
  alertmanager: (origin, key) => [
    {
      name: "alertmanager.yml",
      where: "Add to alertmanager.yml, and name the receiver in your routes",
      text: `receivers:
  - name: opsplane
    webhook_configs:
      - url: ${origin}${receive.path}
        send_resolved: true
        http_config:
          authorization:
            credentials: ${key}

route:
  receiver: opsplane`,
    },
    {
      name: "Test alert",
      where: "Fires an alert in Alertmanager for five minutes",
      text: "amtool alert add OpsplaneTest severity=info --annotation=summary='Hello from Alertmanager' --alertmanager.url=http://localhost:9093",
    },
  ],
  grafana: (origin, key) => [
    {
      name: "Contact point",
      where: "Alerting, Contact points, New contact point. Then name it in a notification policy",
      text: `Integration: Webhook
URL: ${origin}${receive.path}
HTTP Method: POST
Authorization Header, Scheme: Bearer
Authorization Header, Credentials: ${key}`,
    },
    {
      name: "Provisioning",
      where: "Or save as provisioning/alerting/opsplane.yaml",
      text: `apiVersion: 1
contactPoints:
  - orgId: 1
    name: Opsplane
    receivers:
      - uid: opsplane
        type: webhook
        settings:
          url: ${origin}${receive.path}
          httpMethod: POST
          authorization_scheme: Bearer
          authorization_credentials: ${key}`,
    },
  ],
  pagerduty: (origin, key) => [
    {
      name: "Settings",
      where: "In the tool's PagerDuty integration, replace the address and use the key as the integration key",
      text: `URL: ${origin}${enqueue.path}
Integration key (routing key): ${key}`,
    },
    {
      name: "curl",
      where: "Triggers an alert. Send it again with event_action acknowledge or resolve",
      text: post(origin + enqueue.path, {
        routing_key: key,
        event_action: "trigger",
        dedup_key: "disk-web-1",
        payload: { summary: "Disk is almost full", source: "web-1", severity: "warning" },
      }),
    },
    {
      name: "Change event",
      where: "Notes a deployment, which root-cause analysis then considers",
      text: post(origin + enqueueChange.path, {
        routing_key: key,
        payload: { summary: "Deployed checkout 1.4", source: "checkout" },
      }),
    },
  ],
  json: (origin, key) => [
    {
      name: "curl",
      where: "Sends one alert. Send it again with status resolved",
      text: post(
        origin + receive.path,
        {
          name: "Disk is almost full",
          severity: "warning",
          status: "firing",
          dedup_key: "disk-web-1",
          labels: { host: "web-1" },
        },
        key,
      ),
    },
  ],
};

function post(url: string, body: object, key?: string): string {
  const authorization = key === undefined ? "" : `  -H 'Authorization: Bearer ${key}' \\\n`;
  return `curl ${url} \\
${authorization}  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`;
}

/** A body that the source would understand, to start a test with. */
export function sampleOf(type: Type): string {
  return JSON.stringify(samples[type], null, 2);
}

const group = {
  version: "4",
  groupKey: '{}:{alertname="HostDown"}',
  status: "firing",
  receiver: "opsplane",
  alerts: [
    {
      status: "firing",
      labels: { alertname: "HostDown", instance: "web-1:9100", severity: "critical" },
      annotations: { summary: "web-1 does not answer" },
      startsAt: "2026-01-05T10:00:00Z",
      fingerprint: "c6eadffa33fcdf37",
    },
  ],
};

const samples: Record<Type, object> = {
  alertmanager: group,
  grafana: { ...group, orgId: 1, title: "[FIRING:1] HostDown", state: "alerting" },
  pagerduty: {
    event_action: "trigger",
    dedup_key: "disk-web-1",
    payload: { summary: "Disk is almost full", source: "web-1", severity: "warning" },
  },
  json: {
    name: "Disk is almost full",
    severity: "warning",
    status: "firing",
    dedup_key: "disk-web-1",
    labels: { host: "web-1" },
  },
};

import type { IntegrationOutcome, IntegrationType } from "@opsplane/contract";
import type { MarkLook } from "../ui/status-mark.tsx";

export const typeWords: Record<IntegrationType, string> = {
  alertmanager: "Alertmanager",
  grafana: "Grafana",
  pagerduty: "PagerDuty events",
  json: "JSON",
};

export const typeHints: Record<IntegrationType, string> = {
  alertmanager: "Prometheus Alertmanager, or anything that sends its webhook.",
  grafana: "Grafana Alerting, through a webhook contact point.",
  pagerduty: "Tools with a PagerDuty integration, through the Events API v2.",
  json: "Any other tool. You say where the name, severity and status are.",
};

export const outcomeWords: Record<IntegrationOutcome, { word: string; look: MarkLook }> = {
  opened: { word: "Opened incident", look: { tone: "red", shape: "full" } },
  joined: { word: "Joined incident", look: { tone: "orange", shape: "full" } },
  updated: { word: "Updated", look: { tone: "blue", shape: "ring" } },
  muted: { word: "Muted", look: { tone: "grey", shape: "ring" } },
  acknowledged: { word: "Acknowledged", look: { tone: "amber", shape: "ring" } },
  resolved: { word: "Resolved", look: { tone: "green", shape: "square" } },
  change: { word: "Change noted", look: { tone: "violet", shape: "square" } },
  ignored: { word: "Ignored", look: { tone: "grey", shape: "square" } },
  refused: { word: "Refused", look: { tone: "red", shape: "ring" } },
};

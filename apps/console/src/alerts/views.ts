import { linkOptions } from "@tanstack/react-router";

const alertsLink = linkOptions({ to: "/alerts", search: {} });
const policiesLink = linkOptions({ to: "/alerts/policies", search: {} });
const silencesLink = linkOptions({ to: "/alerts/silences", search: {} });

/** The tabs above alerts, policies and silences. */
export function alertViews(chosen: "Alerts" | "Policies" | "Silences") {
  return [
    { name: "Alerts", chosen: chosen === "Alerts", link: alertsLink },
    { name: "Policies", chosen: chosen === "Policies", link: policiesLink },
    { name: "Silences", chosen: chosen === "Silences", link: silencesLink },
  ];
}

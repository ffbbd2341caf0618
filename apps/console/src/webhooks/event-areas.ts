import { type EventType, eventSpecs, type Permission, permissions, webhookEventTypes } from "@opsplane/contract";

/** The area of an event by the word before the dot, in the order of the picker. */
const areaLabels: Readonly<Record<string, string>> = {
  incident: "Incidents",
  page: "On-call",
  oncall_schedule: "On-call",
  escalation_policy: "On-call",
  channel: "On-call",
  change: "Changes",
  recurring_change: "Changes",
  request: "Requests",
  catalog: "Catalog",
  approval: "Approvals",
  definition: "Approvals",
  ci: "CMDB",
  ci_class: "CMDB",
  user: "People",
  group: "People",
  role: "People",
  api_key: "Access",
  collector: "Access",
  secret: "Access",
};

export interface EventArea {
  label: string;
  types: EventType[];
}

/** The events that a person may subscribe to, by area. Words narrow them by type and area. */
export function eventAreas(can: (permission: Permission) => boolean, words = ""): EventArea[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const areas = new Map<string, EventType[]>([...new Set(Object.values(areaLabels))].map((label) => [label, []]));
  for (const { type, access } of eventSpecs) {
    if (!webhookEventTypes.includes(type) || !isVisible(access, can)) continue;
    const label = areaOf(type);
    const text = `${type} ${label}`.toLowerCase();
    if (wanted.every((word) => text.includes(word))) areas.set(label, [...(areas.get(label) ?? []), type]);
  }
  return [...areas].map(([label, types]) => ({ label, types })).filter(({ types }) => types.length > 0);
}

function areaOf(type: string): string {
  const [prefix = ""] = type.split(".");
  return areaLabels[prefix] ?? "Other";
}

function isVisible(access: string, can: (permission: Permission) => boolean): boolean {
  return access === "signed_in" || permissions.some((permission) => permission === access && can(permission));
}

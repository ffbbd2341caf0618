import { linkOptions } from "@tanstack/react-router";

const views = [
  { name: "Now", link: linkOptions({ to: "/oncall", search: {} }) },
  { name: "Schedules", link: linkOptions({ to: "/oncall/schedules", search: {} }) },
  { name: "Escalation policies", link: linkOptions({ to: "/oncall/escalation-policies", search: {} }) },
  { name: "Channels", link: linkOptions({ to: "/oncall/channels", search: {} }) },
] as const;

export type OnCallView = (typeof views)[number]["name"];

/** The pages of on-call, of which one is open. */
export function onCallViews(chosen: OnCallView) {
  return views.map((view) => ({ ...view, chosen: view.name === chosen }));
}

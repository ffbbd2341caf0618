import { linkOptions } from "@tanstack/react-router";

export const listLink = linkOptions({ to: "/changes", search: {} });
export const calendarLink = linkOptions({ to: "/changes", search: { view: "calendar" } });
const recurringLink = linkOptions({ to: "/changes/recurring", search: {} });

/** The views of changes, of which one is open. */
export function changeViews(chosen: "List" | "Calendar" | "Recurring") {
  return [
    { name: "List", chosen: chosen === "List", link: listLink },
    { name: "Calendar", chosen: chosen === "Calendar", link: calendarLink },
    { name: "Recurring", chosen: chosen === "Recurring", link: recurringLink },
  ];
}

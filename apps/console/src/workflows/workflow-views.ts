import { linkOptions } from "@tanstack/react-router";

const workflowsLink = linkOptions({ to: "/workflows" });
const runsLink = linkOptions({ to: "/workflows/runs" });

/** The tabs above the lists of workflows and of their runs. */
export function workflowViews(chosen: "Workflows" | "Runs") {
  return [
    { name: "Workflows", chosen: chosen === "Workflows", link: workflowsLink },
    { name: "Runs", chosen: chosen === "Runs", link: runsLink },
  ];
}

import type { LiveEvent } from "@opsplane/contract";
import { IconActivityHeartbeat } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import type { StaleRule } from "../live/invalidation.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { NewIncidentProvider } from "./new-incident.tsx";
import { usePaletteActions, usePaletteRecords } from "./palette.tsx";

const list = createRoute({
  getParentRoute: () => root,
  path: "/incidents",
  validateSearch: plainSearch("status", "severity", "assignee", "paging", "q", "range", "sort"),
  component: lazyPart(() => import("./list-page.tsx"), "IncidentListPage"),
});

const record = createRoute({
  getParentRoute: () => root,
  path: "/incidents/$reference",
  component: lazyPart(() => import("./incident-page.tsx"), "IncidentPage"),
});

const changed = ({ subject_id }: Pick<LiveEvent, "subject_id">): ReturnType<StaleRule> => [
  { queryKey: ["incidents", "page"] },
  { queryKey: ["incidents", "timeline", subject_id] },
  {
    queryKey: ["incidents", "one"],
    predicate: ({ state }) => state.data === undefined || hasId(state.data, subject_id),
  },
];

const attachmentsChanged: StaleRule = ({ subject_id }) => [
  { queryKey: ["incidents", "attachments", subject_id] },
  { queryKey: ["incidents", "timeline", subject_id] },
];

export const incidentsFeature = defineFeature({
  routes: [list, record],
  nav: [
    {
      to: "/incidents",
      label: "Incidents",
      group: "Respond",
      icon: IconActivityHeartbeat,
      keys: "g i",
      needs: "incidents:read",
      module: "incidents",
      onPhone: true,
    },
  ],
  references: { INC: "/incidents/$reference" },
  palette: { useActions: usePaletteActions, useRecords: usePaletteRecords },
  staleAfter: {
    "incident.created": (event) => [...changed(event), { queryKey: ["incidents", "any"] }],
    "incident.updated": changed,
    "incident.repaged": changed,
    "page.updated": ({ data }) => {
      const { incident_id: id } = data;
      return typeof id === "string" ? changed({ subject_id: id }) : [];
    },
    "incident.attached": attachmentsChanged,
    "incident.detached": attachmentsChanged,
    "incident.noted": ({ subject_id }) => [{ queryKey: ["incidents", "timeline", subject_id] }],
  },
  Provider: NewIncidentProvider,
});

function hasId(data: unknown, id: string): boolean {
  return typeof data === "object" && data !== null && "id" in data && data.id === id;
}

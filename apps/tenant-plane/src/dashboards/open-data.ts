import { type DashboardData, type dashboardParts, type Operations, operations } from "@opsplane/contract";
import { type Handlers, type Log, type ReadContext, readsFor } from "@opsplane/runtime";
import { readDashboard } from "./widgets/read.ts";
import { parseChosen } from "./widgets/variables.ts";
import type { Shown } from "./widgets/view.ts";

interface Wanted {
  shown: Shown;
  range: { from: Date; to: Date };
  wanted: {
    widget?: readonly string[];
    include?: readonly (typeof dashboardParts)[number][];
    points?: number;
    variables?: string;
  };
  isPublic: boolean;
}

const maxListeners = 2_000;

/** Reads data in the name of the context's principal. */
export type OpenData = (context: ReadContext, wanted: Wanted) => Promise<DashboardData>;

/** Everything is read through the operations of the API, so that each checks its permission and module. */
export function openDashboardData(handlers: () => Handlers<Operations>, log: Log): OpenData {
  return (context, { shown, range, wanted, isPublic }) => {
    const { now, reply } = context;
    // Each read of telemetry listens for the end of the connection. A leak would be many more.
    reply.raw.setMaxListeners(maxListeners);
    const reads = readsFor(operations, handlers(), context);
    const { widget: widgets, include = ["widgets"], points = 200, variables } = wanted;
    const request = { shown, range, given: parseChosen(variables), include, widgets, points, isPublic };
    return readDashboard(request, { reads, now }, log);
  };
}

import { alertTools } from "./alerts.ts";
import { changeTools } from "./changes.ts";
import { figureTools } from "./figures.ts";
import { incidentTools } from "./incidents.ts";
import { itemTools } from "./items.ts";
import { logTools } from "./logs.ts";
import { metricTools } from "./metrics.ts";
import { networkTools } from "./network.ts";
import { oncallTools } from "./oncall.ts";
import { platformTools } from "./platform.ts";
import { recordTools } from "./records/tools.ts";
import { requestTools } from "./requests.ts";
import { runbookTools } from "./runbooks.ts";
import { serviceTools } from "./services.ts";
import type { ReadTool } from "./tool.ts";

/** Every tool, for the builtin engine, models and MCP clients. */
export const catalogue: ReadonlyMap<string, ReadTool> = new Map(
  [
    incidentTools,
    alertTools,
    oncallTools,
    changeTools,
    requestTools,
    itemTools,
    logTools,
    serviceTools,
    metricTools,
    networkTools,
    runbookTools,
    platformTools,
    recordTools,
    figureTools,
  ]
    .flatMap((tools): ReadTool[] => Object.values(tools))
    .map((tool) => [tool.name, tool]),
);

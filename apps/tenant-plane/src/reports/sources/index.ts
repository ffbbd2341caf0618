import type { DataSource } from "@opsplane/contract";
import { automationSource } from "./automation.ts";
import { complianceSource } from "./compliance.ts";
import { finopsSource } from "./finops.ts";
import { incidentsSource } from "./incidents.ts";
import { itsmCatalogSource } from "./itsm-catalog.ts";
import { itsmTicketsSource } from "./itsm-tickets.ts";
import { kpisSource } from "./kpis.ts";
import { runbookExecutionsSource } from "./runbook-executions.ts";
import { slosSource } from "./slos.ts";
import type { Source } from "./source.ts";
import { trendsSource } from "./trends.ts";

export const sources: Readonly<Record<DataSource, Source>> = {
  Incidents: incidentsSource,
  Automation: automationSource,
  KPIs: kpisSource,
  Compliance: complianceSource,
  SLOs: slosSource,
  FinOps: finopsSource,
  Trends: trendsSource,
  "ITSM tickets": itsmTicketsSource,
  "ITSM catalog": itsmCatalogSource,
  "Runbook executions": runbookExecutionsSource,
};

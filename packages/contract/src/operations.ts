import { agentJobs } from "./agent-jobs.ts";
import { ai } from "./ai.ts";
import { alertIntegrations } from "./alert-integrations.ts";
import { alertPolicies } from "./alert-policies.ts";
import { alerts } from "./alerts.ts";
import { apiKeys } from "./api-keys.ts";
import { definitions, instances } from "./approvals.ts";
import { audit } from "./audit.ts";
import { auth } from "./auth.ts";
import { workflows } from "./automation.ts";
import { catalog } from "./catalog.ts";
import { changes } from "./changes.ts";
import { channels } from "./channels.ts";
import { cmdb } from "./cmdb.ts";
import { collectors } from "./collectors.ts";
import { compliance } from "./compliance.ts";
import { copilot } from "./copilot.ts";
import { dashboards } from "./dashboards.ts";
import { directory } from "./directory.ts";
import { escalationPolicies } from "./escalation-policies.ts";
import { events } from "./events.ts";
import { executions } from "./executions.ts";
import { finops } from "./finops.ts";
import { groups } from "./groups.ts";
import { hosts } from "./hosts.ts";
import { incidents } from "./incidents.ts";
import { ingest } from "./ingest.ts";
import { kpis } from "./kpis.ts";
import { license } from "./license.ts";
import { logs } from "./logs.ts";
import { mcp } from "./mcp.ts";
import { metrics } from "./metrics.ts";
import { netflow } from "./netflow.ts";
import { notice } from "./notice.ts";
import { oncall } from "./oncall.ts";
import { oncallSchedules } from "./oncall-schedules.ts";
import { recurringChanges } from "./recurring-changes.ts";
import { reportSubscriptions } from "./report-subscriptions.ts";
import { reports } from "./reports.ts";
import { requests } from "./requests.ts";
import { response } from "./response.ts";
import { roles } from "./roles.ts";
import { runbookDrafts } from "./runbook-drafts.ts";
import { runbooks } from "./runbooks.ts";
import { savedQueries } from "./saved-queries.ts";
import { secrets } from "./secrets.ts";
import { silences } from "./silences.ts";
import { slos } from "./slos.ts";
import { system } from "./system.ts";
import { telemetry } from "./telemetry.ts";
import { services, traces } from "./traces.ts";
import { users } from "./users.ts";
import { webhooks } from "./webhooks.ts";
import { work } from "./work.ts";

/** The complete API of the Tenant Plane. `operations.incidents.create` is named "incidents.create" everywhere. */
export const operations = {
  auth,
  incidents,
  alerts,
  alertPolicies,
  alertIntegrations,
  silences,
  response,
  oncall,
  oncallSchedules,
  escalationPolicies,
  channels,
  cmdb,
  changes,
  recurringChanges,
  catalog,
  requests,
  definitions,
  instances,
  runbooks,
  runbookDrafts,
  executions,
  workflows,
  hosts,
  agentJobs,
  ingest,
  logs,
  metrics,
  traces,
  services,
  netflow,
  slos,
  savedQueries,
  reports,
  reportSubscriptions,
  kpis,
  finops,
  compliance,
  dashboards,
  collectors,
  telemetry,
  users,
  groups,
  roles,
  apiKeys,
  secrets,
  ai,
  license,
  audit,
  directory,
  notice,
  work,
  webhooks,
  copilot,
  mcp,
  events,
  system,
};
export type Operations = typeof operations;

// Pages of the console that answers cite.

export const pages = {
  incident: (reference: string) => `/incidents/${reference}`,
  incidents: (search: Record<string, string | undefined> = {}) => withSearch("/incidents", search),
  alerts: (search: Record<string, string | undefined> = {}) => withSearch("/alerts", search),
  alert: (id: string) => `/alerts?alert=${id}`,
  alertPolicy: (id: string) => `/alerts/policies/${id}`,
  alertPolicies: () => "/alerts/policies",
  silences: () => "/alerts/silences",
  schedule: (id: string) => `/oncall/schedules/${id}`,
  oncall: () => "/oncall",
  change: (reference: string) => `/changes/${reference}`,
  changes: (search: Record<string, string | undefined> = {}) => withSearch("/changes", search),
  request: (reference: string) => `/requests/${reference}`,
  requests: (search: Record<string, string | undefined> = {}) => withSearch("/requests", search),
  approvals: () => "/approvals",
  item: (id: string) => `/cmdb/${id}`,
  impact: (id: string) => `/cmdb/${id}?tab=impact`,
  items: (search: Record<string, string | undefined> = {}) => withSearch("/cmdb", search),
  logs: (search: Record<string, string | undefined>) => withSearch("/logs", search),
  services: (search: Record<string, string | undefined> = {}) => withSearch("/services", search),
  service: (name: string, search: Record<string, string | undefined> = {}) =>
    withSearch(`/services/${encodeURIComponent(name)}`, search),
  traces: (search: Record<string, string | undefined>) => withSearch("/traces", search),
  trace: (id: string) => `/traces/${encodeURIComponent(id)}`,
  metrics: (search: Record<string, string | undefined>) => withSearch("/metrics", search),
  network: (search: Record<string, string | undefined>) => withSearch("/network", search),
  runbook: (id: string) => `/runbooks/${id}`,
  runbooks: (search: Record<string, string | undefined> = {}) => withSearch("/runbooks", search),
  execution: (reference: string) => `/executions/${reference}`,
  executions: () => "/executions",
  workflow: (id: string) => `/workflows/${id}`,
  workflowRun: (reference: string) => `/workflows/runs/${reference}`,
  workflowRuns: () => "/workflows/runs",
  hosts: () => "/settings/hosts",
  collectors: () => "/settings/collectors",
  telemetry: () => "/settings/telemetry",
  slos: () => "/slos",
  slo: (id: string) => `/slos/${id}`,
  kpis: () => "/reports/kpis",
  kpi: (id: string) => `/reports/kpis/${id}`,
  reports: () => "/reports",
  report: (id: string) => `/reports/${id}`,
  dashboards: () => "/reports/dashboards",
  dashboard: (id: string) => `/reports/dashboards/${id}`,
  costs: () => "/reports/costs",
  profile: () => "/settings/profile",
  home: () => "/",
} as const;

function withSearch(path: string, search: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== "") query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

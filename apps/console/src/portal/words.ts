import type { AddonId, limitNames, Module, PlanId } from "@opsplane/contract";
import type {
  BillingPeriod,
  DeploymentMode,
  deploymentHealths,
  InvoiceStatus,
  keyStates,
  licenseStates,
  provisioningStates,
  RolloutState,
  releaseChannels,
  subscriptionStatuses,
  TargetState,
} from "@opsplane/contract/control-plane";

type Of<List extends readonly string[]> = List[number];
type Tone = "quiet" | "good" | "notice" | "bad";

export const planWords: Record<PlanId, string> = {
  startup: "Startup",
  midsize: "Midsize",
  enterprise: "Enterprise",
  operations: "Operations",
};

export const addonWords: Record<AddonId, string> = {
  automation_pro: "Automation Pro",
  ai_pro: "AI Pro",
  netflow: "Network flows",
  retention_365: "One year of retention",
};

export const moduleWords: Record<Module, string> = {
  incidents: "Incidents and on-call",
  itsm: "Changes and requests",
  cmdb: "CMDB",
  observability: "Metrics, logs and traces",
  runbooks: "Runbooks",
  reports: "Reports",
  ai: "AI",
  automation: "Workflows",
  netflow: "Network flows",
  sso: "Single sign-on",
  custom_roles: "Custom roles",
};

export const limitWords: Record<Of<typeof limitNames>, string> = {
  users: "Users",
  data_gb_per_month: "Data per month (GB)",
  retention_days: "Retention (days)",
  ai_credits_per_month: "AI credits per month",
};

export const periodWords: Record<BillingPeriod, string> = { monthly: "Monthly", annual: "Annual" };

export const subscriptionWords: Record<Of<typeof subscriptionStatuses>, string> = {
  active: "Active",
  past_due: "Past due",
  suspended: "Suspended",
  canceled: "Canceled",
};
export const subscriptionTones: Record<Of<typeof subscriptionStatuses>, Tone> = {
  active: "good",
  past_due: "notice",
  suspended: "bad",
  canceled: "quiet",
};

export const invoiceWords: Record<InvoiceStatus, string> = { draft: "Draft", open: "Open", paid: "Paid", void: "Void" };
export const invoiceTones: Record<InvoiceStatus, Tone> = {
  draft: "quiet",
  open: "notice",
  paid: "good",
  void: "quiet",
};

export const licenseWords: Record<Of<typeof licenseStates>, string> = {
  active: "Active",
  grace: "In grace",
  read_only: "Read-only",
  locked: "Locked",
  replaced: "Replaced",
  revoked: "Revoked",
};
export const licenseTones: Record<Of<typeof licenseStates>, Tone> = {
  active: "good",
  grace: "notice",
  read_only: "notice",
  locked: "bad",
  replaced: "quiet",
  revoked: "bad",
};

export const keyWords: Record<Of<typeof keyStates>, string> = {
  active: "Active",
  retiring: "Retiring",
  retired: "Retired",
};
export const keyTones: Record<Of<typeof keyStates>, Tone> = { active: "good", retiring: "notice", retired: "quiet" };

export const modeWords: Record<DeploymentMode, string> = {
  shared_saas: "Shared cloud",
  dedicated: "Dedicated cloud",
  on_prem: "On-premises",
  byoc: "Own cloud (BYOC)",
};

export const healthWords: Record<Of<typeof deploymentHealths>, string> = {
  unknown: "Unknown",
  ok: "Healthy",
  degraded: "Degraded",
  down: "Down",
  unreachable: "Unreachable",
};
export const healthTones: Record<Of<typeof deploymentHealths>, Tone> = {
  unknown: "quiet",
  ok: "good",
  degraded: "notice",
  down: "bad",
  unreachable: "bad",
};

export const provisioningWords: Record<Of<typeof provisioningStates>, string> = {
  none: "Self-hosted",
  pending: "Being prepared",
  provisioned: "Ready",
  failed: "Failed",
};
export const provisioningTones: Record<Of<typeof provisioningStates>, Tone> = {
  none: "quiet",
  pending: "notice",
  provisioned: "good",
  failed: "bad",
};

export const channelWords: Record<Of<typeof releaseChannels>, string> = { stable: "Stable", beta: "Beta", lts: "LTS" };

export const rolloutWords: Record<RolloutState, string> = {
  running: "Running",
  paused: "Paused",
  succeeded: "Succeeded",
  failed: "Failed",
  canceled: "Canceled",
};
export const rolloutTones: Record<RolloutState, Tone> = {
  running: "notice",
  paused: "notice",
  succeeded: "good",
  failed: "bad",
  canceled: "quiet",
};

export const targetWords: Record<TargetState, string> = {
  pending: "Pending",
  upgrading: "Upgrading",
  succeeded: "Succeeded",
  failed: "Failed",
  skipped: "Skipped",
};
export const targetTones: Record<TargetState, Tone> = {
  pending: "quiet",
  upgrading: "notice",
  succeeded: "good",
  failed: "bad",
  skipped: "quiet",
};

/** The name of a plan or an add-on; the id of one that is not in the table. */
export function nameOf(words: Readonly<Record<string, string>>, id: string): string {
  return words[id] ?? id;
}

import type { Banner, DeploymentMode, LicenseStatus } from "@opsplane/contract";

type License = NonNullable<LicenseStatus["license"]>;
type Subscription = NonNullable<LicenseStatus["subscription"]>;
interface Word {
  word: string;
  tone: "good" | "notice" | "bad";
}

export const licenseWords: Record<License["status"], Word> = {
  active: { word: "Active", tone: "good" },
  grace: { word: "Grace period", tone: "notice" },
  "read-only": { word: "Read-only", tone: "notice" },
  locked: { word: "Locked", tone: "bad" },
  invalid: { word: "Invalid", tone: "bad" },
};

export const subscriptionWords: Record<Subscription["status"], Word> = {
  active: { word: "Active", tone: "good" },
  past_due: { word: "Past due", tone: "notice" },
  suspended: { word: "Suspended", tone: "bad" },
};

/** What follows when the current state ends. */
export const nextWords: Partial<Record<License["status"] | Subscription["status"], string>> = {
  grace: "Read-only from",
  "read-only": "Locked from",
  past_due: "Suspended from",
};

const modeWords: Record<DeploymentMode, string> = {
  shared_saas: "Shared SaaS",
  dedicated: "Dedicated",
  on_prem: "On-premises",
  byoc: "Your own cloud (BYOC)",
};

export function modeWord(mode: string | null): string {
  const known = Object.entries(modeWords).find(([id]) => id === mode);
  return known?.[1] ?? mode ?? "Not set";
}

export const sourceWords: Record<NonNullable<License["source"]>, string> = {
  environment: "Setting SERVICE_LICENSE_KEY",
  upload: "Installed by an administrator",
  phone_home: "Renewed by the Control Plane",
};

export const periodWords: Record<Subscription["billing_period"], string> = { monthly: "Monthly", annual: "Annual" };

export function dayCount(days: number): string {
  return days === 1 ? "1 day" : `${days.toLocaleString("en")} days`;
}

const nextStates: Partial<Record<Banner["state"], string>> = {
  grace: "until read-only",
  read_only: "until the service is locked",
  past_due: "until the service is suspended",
};

/** `12 days until read-only`; undefined when the state does not end by itself. */
export function countdown({ state, days_remaining }: Banner): string | undefined {
  const next = nextStates[state];
  return next === undefined || days_remaining === null ? undefined : `${dayCount(days_remaining)} ${next}`;
}

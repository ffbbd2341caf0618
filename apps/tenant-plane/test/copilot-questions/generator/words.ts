// Names and values of the seeded tenant, and words for them. Nothing here comes from the copilot.

export const severities = ["P1", "P2", "P3", "P4", "P5"] as const;
export const services = [
  "checkout",
  "payments",
  "search",
  "shop-db-1",
  "storefront",
  "orders-db",
  "shipping",
  "cart",
  "catalog",
] as const;
type Pair = readonly [string, string];

export const people: readonly [Pair, Pair, ...Pair[]] = [
  ["Mara Lindqvist", "mara.lindqvist"],
  ["Jonas Weber", "jonas.weber"],
  ["Kenji Sato", "kenji.sato"],
  ["Priya Nair", "priya.nair"],
  ["Tomás Silva", "tomas.silva"],
];
export const teams = ["Web team", "Orders team", "Platform team", "Product data team"] as const;
export const sources = ["email", "monitoring", "phone", "chat"] as const;
export const incidentStatuses = [
  "triggered",
  "acknowledged",
  "investigating",
  "resolved",
  "closed",
  "reopened",
] as const;
export const changeStatuses = ["draft", "scheduled", "implementing", "completed", "failed", "cancelled"] as const;
export const risks = ["low", "medium", "high", "critical"] as const;
export const changeTypes = ["standard", "normal", "emergency"] as const;
export const requestStatuses = ["fulfilled", "cancelled"] as const;
export const classes: readonly [Pair, Pair, ...Pair[]] = [
  ["server", "servers"],
  ["database", "databases"],
  ["service", "services"],
];
export const criticalities = ["critical", "high", "medium", "low"] as const;
export const environments = ["production", "staging"] as const;

/** What no record holds, so that the question has no answer. */
export const unknown = [
  "of vip customers",
  "caused by human error",
  "with a postmortem",
  "that were merged",
  "from abroad",
  "per engineer",
  "in the Frankfurt data center",
  "with more than two comments",
  "twice as severe as usual",
  "during the freeze",
  "that nobody expected",
  "outside business hours",
] as const;

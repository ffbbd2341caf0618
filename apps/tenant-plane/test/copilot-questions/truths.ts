import { openIncidentStatuses } from "@opsplane/contract";
import type { CopilotTenant } from "../copilot-seed.ts";
import type { Api } from "../people.ts";

// Questions with what a right answer contains. The truth is computed from the database or the API, never by the tools.

export interface Question {
  readonly ask: string;
  readonly topic: string;
  /** Texts that the answer must contain, after markdown is removed. A number stands at the start of the first sentence. */
  truth(of: Truths): Promise<{ first?: number | undefined; has?: readonly string[]; lacks?: readonly string[] }>;
}

export interface Truths extends CopilotTenant {
  api: Api;
  userId: string;
}

export const open = `status in (${openIncidentStatuses.map((status) => `'${status}'`).join(", ")})`;
export const mine = "tenant_id = $1";

export function number(text: string): Question["truth"] {
  return async ({ rows }) => ({ first: Number((await rows(text))[0]?.n) });
}

export const incidents = (where: string) => number(`select count(*) as n from incidents where ${mine} and ${where}`);
export const onItem = (name: string) =>
  `id in (select incident_id from incident_items named join config_items item on item.id = named.ci_id where named.tenant_id = $1 and item.name = '${name}')`;
export const assignedTo = (name: string) =>
  `assigned_to = (select id from users where tenant_id = $1 and name = '${name}')`;
export const ofTeam = (name: string) =>
  `(assigned_to in (select user_id from group_members where group_id = (select id from groups where tenant_id = $1 and name = '${name}'))
    or id in (select incident_id from incident_items named join config_items item on item.id = named.ci_id join groups team on team.id = item.owner_group_id
      where named.tenant_id = $1 and team.name = '${name}'))`;

/** Times in UTC, as the questions use it. */
export const today = "date_trunc('day', now())";
export const week = "date_trunc('week', now())";
export const month = "date_trunc('month', now())";

export function listed(text: string, count?: string): Question["truth"] {
  return async ({ rows }) => ({
    ...(count ? { first: Number((await rows(count))[0]?.n) } : {}),
    has: (await rows(text)).map(({ t }) => String(t)),
  });
}

const duration = (seconds: number) => {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  return hours % 24 ? `${Math.floor(hours / 24)} d ${hours % 24} h` : `${hours / 24} d`;
};

export function mean(column: "resolved_at" | "acknowledged_at", where: string): Question["truth"] {
  return async ({ rows }) => {
    const [row] = await rows(
      `select avg(extract(epoch from ${column} - created_at)) as s, count(*) as n from incidents where ${mine} and ${column} is not null and ${where}`,
    );
    return { has: [`${duration(Number(row?.s))} over ${row?.n} incident`] };
  };
}
export const lastDays = (column: string, days: number) =>
  `${column} >= now() - interval '${days} days' and ${column} < now()`;

export const all = (topic: string, truth: Question["truth"], ...asks: string[]): Question[] =>
  asks.map((ask) => ({ ask, topic, truth }));
export const ms = (value: number) =>
  `${(value >= 100 ? Math.round(value) : Number(value.toFixed(1))).toLocaleString("en-US")} ms`;

export const onCall =
  (schedule?: string): Question["truth"] =>
  async ({ api }) => {
    const found = (await api.oncall.now()).filter((each) => schedule === undefined || each.schedule.name === schedule);
    return { has: found.map(({ user }) => user?.name ?? "nobody") };
  };
export const service =
  (
    name: string,
    pick: (figures: { calls: number; errors: number; p50_ms: number; p95_ms: number; p99_ms: number }) => string[],
  ): Question["truth"] =>
  async ({ api }) => {
    const found = (await api.services.list({ query: { from: "now-1h" } })).find((each) => each.service === name);
    return { has: found ? pick(found) : ["no calls"] };
  };
export const changeCount = (where: string) => number(`select count(*) as n from changes where ${mine} and ${where}`);
export const touching = (name: string) =>
  `id in (select change_id from change_items touched join config_items item on item.id = touched.ci_id where touched.tenant_id = $1 and item.name = '${name}')`;
export const changedSince = (from: string, extra = "true") =>
  changeCount(
    `status in ('implementing', 'completed', 'failed') and window_start < now() and window_end >= ${from} and ${extra}`,
  );
export const upcoming = (to: string) =>
  changeCount(
    `status in ('pending_approval', 'approved', 'scheduled') and window_start >= now() and window_start < ${to}`,
  );
export const requestCount = (where: string) =>
  number(`select count(*) as n from service_requests where ${mine} and ${where}`);
export const openRequests = "status in ('submitted', 'pending_approval', 'approved', 'in_fulfillment')";
export const itemCount = (where: string) => number(`select count(*) as n from config_items where ${mine} and ${where}`);
export const logCount =
  (query: object): Question["truth"] =>
  async ({ api }) => ({ first: (await api.logs.histogram({ query: { bars: 1, from: "now-24h", ...query } })).total });
export const owner = (item: string) =>
  listed(
    `select team.name as t from config_items item join groups team on team.id = item.owner_group_id where item.tenant_id = $1 and item.name = '${item}'`,
  );
export const dependsOn =
  (item: string): Question["truth"] =>
  async ({ rows }) => {
    const found = await rows(
      `select distinct other.name as t from ci_relations r join config_items self on self.id = r.affected_id join config_items other on other.id = r.failing_id where r.tenant_id = $1 and self.name = '${item}'`,
    );
    return { has: [`depends on ${found.length} item`, ...found.map(({ t }) => String(t))] };
  };
export const dependents =
  (item: string): Question["truth"] =>
  async ({ rows }) => {
    const found = await rows(
      `select distinct other.name as t from ci_relations r join config_items self on self.id = r.failing_id join config_items other on other.id = r.affected_id where r.tenant_id = $1 and self.name = '${item}'`,
    );
    return { first: found.length, has: found.map(({ t }) => String(t)) };
  };
export const impactOf =
  (item: string): Question["truth"] =>
  async ({ api, items }) => {
    const { totals, services } = await api.cmdb.impact({ query: { ci_id: [items.get(item) ?? ""] } });
    return { has: [`${totals.affected} item`, ...services.slice(0, 3).map(({ name }) => name)] };
  };
export const latest = async ({ rows }: Truths, where = "true") =>
  String(
    (await rows(`select reference as t from incidents where ${mine} and ${where} order by created_at desc limit 1`))[0]
      ?.t,
  );

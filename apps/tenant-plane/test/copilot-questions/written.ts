import { assignedTo, mine, month, ofTeam, onItem, open, openRequests, today, week } from "./truths.ts";

// Questions as people type them, written from the records and the pages before the parser was changed. `sql` counts the right answer,
// `not` is the count of a tempting wrong reading. A question whose two counts are equal tells nothing and is left out of the score.

export interface Written {
  readonly ask: string;
  /** One row with `n`. */
  readonly sql: string;
  readonly not?: string;
}

const count = (table: string) => (where: string) => `select count(*) as n from ${table} where ${mine} and ${where}`;
const [incidents, changes, requests, items] = ["incidents", "changes", "service_requests", "config_items"].map(
  count,
) as [(w: string) => string, (w: string) => string, (w: string) => string, (w: string) => string];
const rows = (of: (where: string) => string, right: string, tempting: string, ...asks: string[]): Written[] =>
  asks.map((ask) => ({ ask, sql: of(right), not: of(tempting) }));

const by = (name: string) => `created_by = '${name}@shop.example'`;
const class_ = (name: string) => `class = '${name}'`;
const owned = (team: string) => `owner_group_id = (select id from groups where tenant_id = $1 and name = '${team}')`;
const yesterday = (from: string, to: string) =>
  `created_at >= ${today} - interval '1 day' + interval '${from}' and created_at < ${today} - interval '1 day' + interval '${to}'`;
const last7 = "created_at >= now() - interval '7 days'";
const last30 = "created_at >= now() - interval '30 days'";
const onDatabase = `${onItem("orders-db")}`;
const changeOn = (name: string) =>
  `id in (select change_id from change_items c join config_items item on item.id = c.ci_id where c.tenant_id = $1 and item.name = '${name}')`;

const negation: readonly Written[] = [
  ...rows(
    incidents,
    `${open} and severity <> 'P1'`,
    `${open} and severity = 'P1'`,
    "how many open incidents are not p1",
  ),
  ...rows(
    incidents,
    `${open} and severity not in ('P1','P2')`,
    `${open} and severity in ('P1','P2')`,
    "how many open incidents that arent P1 or P2",
    "count open incidents excluding P1 and P2",
  ),
  ...rows(
    incidents,
    `${open} and severity <> 'P5'`,
    `${open} and severity = 'P5'`,
    "open incidents other than P5, how many",
  ),
  ...rows(
    incidents,
    `${open} and (assigned_to is null or not ${assignedTo("Tomás Silva")})`,
    `${open} and ${assignedTo("Tomás Silva")}`,
    "how many open incidents not assigned to Tomas",
    "number of open incidents excluding Tomas's",
  ),
  ...rows(
    incidents,
    `${open} and severity = 'P1' and not ${onItem("checkout")}`,
    `${open} and severity = 'P1' and ${onItem("checkout")}`,
    "list open P1 incidents not about checkout",
    "open p1s except on checkout?",
  ),
  ...rows(
    incidents,
    open,
    "status = 'resolved'",
    "how many incidents aren't resolved yet",
    "incidents not closed or resolved",
  ),
  ...rows(
    incidents,
    `${open} and source <> 'monitoring'`,
    `${open} and source = 'monitoring'`,
    "how many open incidents did not come from monitoring",
  ),
  ...rows(
    incidents,
    `${last7} and not ${onItem("search")}`,
    `${last7} and ${onItem("search")}`,
    "incidents in the last 7 days without search - count",
    "how many incidents in the past 7 days did not affect search",
  ),
  ...rows(
    incidents,
    `${open} and acknowledged_at is null`,
    `${open} and assigned_to is null`,
    "how many open incidents has nobody acknowledged",
    "open incidents without acknowledgement",
    "unacknowledged incidents rn",
  ),
  ...rows(
    incidents,
    `${open} and assigned_to is not null`,
    `${open} and assigned_to is null`,
    "how many open incidents have an assignee",
  ),
  ...rows(
    changes,
    "status <> 'completed'",
    "status = 'completed'",
    "how many changes are not completed",
    "changes that arent completed",
  ),
  ...rows(changes, "risk_level <> 'low'", "risk_level = 'low'", "changes that are not low risk, count please"),
  ...rows(changes, "type <> 'standard'", "type = 'standard'", "how many changes except standard ones"),
  ...rows(
    changes,
    "rollback_plan = ''",
    "true",
    "how many changes without a rollback plan",
    "changes that have no rollback plan",
  ),
  ...rows(items, "environment <> 'production'", "true", "how many CIs are not in production", "CIs outside production"),
  ...rows(
    items,
    `${class_("service")} and (owner_group_id is null or not ${owned("Orders team")})`,
    `${class_("service")} and ${owned("Orders team")}`,
    "how many services are not owned by the Orders team",
  ),
  ...rows(
    items,
    "owner_group_id is null and owner_user_id is null",
    "true",
    "how many CIs have no owner",
    "configuration items without an owner",
  ),
  ...rows(
    items,
    `${class_("server")} and environment <> 'staging'`,
    class_("server"),
    "servers that are not staging, how many",
  ),
  ...rows(requests, "status <> 'fulfilled'", "status = 'fulfilled'", "how many requests have not been fulfilled"),
  ...rows(requests, `${openRequests} and assigned_to is null`, openRequests, "open requests nobody is assigned to"),
];

const either: readonly Written[] = [
  ...rows(
    incidents,
    `${open} and (${onItem("cart")} or ${onItem("search")})`,
    `${open} and ${onItem("cart")}`,
    "how many open incidents on cart or search",
    "open incidents affecting search and cart?",
  ),
  ...rows(
    incidents,
    `${open} and (${assignedTo("Mara Lindqvist")} or ${assignedTo("Jonas Weber")})`,
    `${open} and ${assignedTo("Mara Lindqvist")}`,
    "how many open incidents do Mara or Jonas have",
    "open incidents assigned to Jonas or Mara",
  ),
  ...rows(
    incidents,
    `${open} and severity in ('P2','P4')`,
    `${open} and severity = 'P2'`,
    "how many open incidents are P2 or P4",
    "open sev 2 or sev 4 incidents count",
  ),
  ...rows(
    incidents,
    "status in ('acknowledged','investigating')",
    "status = 'acknowledged'",
    "how many incidents are acknowledged or investigating",
  ),
  ...rows(incidents, "source in ('phone','chat')", "source = 'phone'", "how many incidents came from phone or chat"),
  ...rows(
    changes,
    "status in ('failed','cancelled')",
    "status = 'failed'",
    "how many changes failed or were cancelled",
  ),
  ...rows(changes, "type in ('normal','emergency')", "type = 'normal'", "normal or emergency changes - how many?"),
  ...rows(
    changes,
    "risk_level in ('high','critical')",
    "risk_level = 'high'",
    "how many changes have high or critical risk",
    "changes with risk high or above",
  ),
  ...rows(
    changes,
    `(${changeOn("search")} or ${changeOn("catalog")})`,
    changeOn("search"),
    "how many changes touch search or catalog",
  ),
  ...rows(items, `class in ('server','database')`, class_("server"), "how many servers and databases do we have"),
  ...rows(
    items,
    "criticality in ('critical','high')",
    "criticality = 'critical'",
    "how many CIs are of critical or high criticality",
  ),
  ...rows(
    requests,
    "status in ('fulfilled','cancelled')",
    "status = 'fulfilled'",
    "requests fulfilled or cancelled, count",
  ),
];

const comparisons: readonly Written[] = [
  ...rows(
    incidents,
    `${open} and severity in ('P1','P2')`,
    `${open} and severity = 'P3'`,
    "how many open incidents are worse than P3",
    "open incidents above P3",
  ),
  ...rows(
    incidents,
    `${open} and severity in ('P3','P4','P5')`,
    `${open} and severity = 'P3'`,
    "open incidents P3 or lower, how many",
    "how many open incidents are at most P3",
  ),
  ...rows(
    incidents,
    `${open} and severity in ('P4','P5')`,
    `${open} and severity = 'P3'`,
    "open incidents less severe than P3",
  ),
  ...rows(
    incidents,
    `${open} and severity in ('P1','P2','P3')`,
    `${open} and severity = 'P3'`,
    "how many open incidents P3 and above",
    "open incidents at least P3",
  ),
  ...rows(
    items,
    "criticality in ('critical','high')",
    "criticality = 'high'",
    "how many CIs with criticality high or above",
  ),
];

const age = (text: string) => `${open} and created_at < now() - interval '${text}'`;
const took = (text: string) => `resolved_at - created_at <= interval '${text}'`;
const durations: readonly Written[] = [
  ...rows(
    incidents,
    age("2 hours"),
    `${open} and created_at >= now() - interval '2 hours'`,
    "how many incidents have been open for more than 2 hours",
    "incidents open longer than 2h",
  ),
  ...rows(
    incidents,
    age("1 day"),
    `${open} and created_at >= now() - interval '1 day'`,
    "tickets open for over a day",
    "incidents older than 24 hours that are still open",
  ),
  ...rows(incidents, age("7 days"), `${open} and ${last7}`, "which incidents are open for longer than a week"),
  ...rows(
    incidents,
    `${age("3 days")} and severity = 'P1'`,
    `${open} and severity = 'P1'`,
    "P1 incidents open for more than 3 days",
  ),
  ...rows(
    incidents,
    `${open} and created_at >= now() - interval '6 hours'`,
    open,
    "incidents open for less than 6 hours",
  ),
  ...rows(
    incidents,
    took("1 hour"),
    "resolved_at >= now() - interval '1 hour'",
    "how many incidents were resolved within 1 hour",
    "incidents resolved in under an hour",
  ),
  ...rows(
    incidents,
    "resolved_at - created_at > interval '4 hours'",
    "resolved_at >= now() - interval '4 hours'",
    "how many incidents took more than 4 hours to resolve",
    "incidents that took longer than 4 hours to fix",
  ),
  ...rows(
    incidents,
    "acknowledged_at - created_at > interval '15 minutes'",
    "acknowledged_at >= now() - interval '15 minutes'",
    "incidents that took more than 15 minutes to acknowledge",
  ),
  ...rows(
    incidents,
    "acknowledged_at - created_at <= interval '10 minutes'",
    "acknowledged_at >= now() - interval '10 minutes'",
    "how many incidents were acknowledged within 10 minutes",
  ),
  ...rows(
    incidents,
    `${took("1 hour")} and severity = 'P1'`,
    "severity = 'P1'",
    "how many P1 were resolved within an hour",
  ),
];

const who: readonly Written[] = [
  ...rows(
    incidents,
    by("mara.lindqvist"),
    assignedTo("Mara Lindqvist"),
    "how many incidents did Mara open",
    "incidents opened by Mara",
    "incidents reported by Mara Lindqvist, count",
  ),
  ...rows(
    incidents,
    `${by("jonas.weber")} and ${open}`,
    `${assignedTo("Jonas Weber")} and ${open}`,
    "open incidents reported by jonas weber",
  ),
  ...rows(
    incidents,
    `${by("kenji.sato")} and ${last30}`,
    `${assignedTo("Kenji Sato")} and ${last30}`,
    "how many incidents did Kenji raise in the last 30 days",
  ),
  ...rows(
    incidents,
    "status in ('acknowledged','investigating')",
    open,
    "how many incidents are being worked on",
    "incidents someone is working on right now",
  ),
  ...rows(
    incidents,
    `${open} and ${ofTeam("Web team")}`,
    `${ofTeam("Web team")}`,
    "open incidents of the web team",
    "how many unresolved ones does the web team have? incidents",
  ),
  ...rows(
    changes,
    "requested_by = 'mara.lindqvist@shop.example'",
    "assigned_to = (select id from users where tenant_id = $1 and name = 'Mara Lindqvist')",
    "how many changes did Mara request",
    "changes requested by mara",
  ),
  ...rows(
    changes,
    "assigned_to = (select id from users where tenant_id = $1 and name = 'Luc Martin')",
    "requested_by = 'luc.martin@shop.example'",
    "how many changes are assigned to Luc",
  ),
  ...rows(
    requests,
    "requested_by = 'mara.lindqvist@shop.example'",
    "assigned_to = (select id from users where tenant_id = $1 and name = 'Mara Lindqvist')",
    "requests Mara opened",
    "how many service requests were made by mara",
  ),
  ...rows(
    requests,
    "assigned_to = (select id from users where tenant_id = $1 and name = 'Aisha Rahman')",
    "requested_by = 'aisha.rahman@shop.example'",
    "how many requests are assigned to Aisha",
  ),
  ...rows(requests, "breached_at is not null", "true", "how many requests missed their target", "overdue requests"),
  ...rows(requests, `title = 'Laptop'`, "true", "how many laptop requests"),
];

const when: readonly Written[] = [
  ...rows(incidents, `updated_at >= ${today}`, `created_at >= ${today}`, "how many incidents were updated today"),
  ...rows(
    incidents,
    `updated_at >= ${today} - interval '1 day'`,
    `created_at >= ${today} - interval '1 day'`,
    "incidents updated since yesterday - how many",
  ),
  ...rows(
    incidents,
    "updated_at >= now() - interval '3 days'",
    "created_at >= now() - interval '3 days'",
    "how many incidents changed in the last 3 days",
  ),
  ...rows(
    incidents,
    yesterday("22 hours", "23 hours"),
    yesterday("0", "24 hours"),
    "how many incidents were opened yesterday between 22:00 and 23:00",
    "incidents yesterday from 22:00 to 23:00",
  ),
  ...rows(
    incidents,
    yesterday("0", "12 hours"),
    yesterday("0", "24 hours"),
    "how many incidents yesterday before noon",
  ),
  ...rows(
    incidents,
    yesterday("18 hours", "24 hours"),
    yesterday("0", "24 hours"),
    "incidents yesterday after 18:00, count",
    "how many incidents yesterday after 6pm",
  ),
  ...rows(
    incidents,
    `closed_at >= ${week} - interval '7 days' and closed_at < ${week}`,
    `resolved_at >= ${week} - interval '7 days' and resolved_at < ${week}`,
    "how many incidents were closed last week",
  ),
  ...rows(
    incidents,
    `created_at >= ${today} - interval '3 days' and created_at < ${today}`,
    "true",
    "how many incidents in the 3 days before today",
  ),
  ...rows(incidents, `created_at < ${month} and ${open}`, open, "open incidents from before this month"),
  ...rows(
    changes,
    `requested_start >= ${today} + interval '1 day' and requested_start < ${today} + interval '2 days'`,
    "true",
    "how many changes start tomorrow",
  ),
  ...rows(requests, `created_at >= ${today}`, `${openRequests}`, "how many requests came in today"),
  ...rows(incidents, `${onDatabase} and ${last30}`, last30, "how many incidents hit orders-db in the last 30 days"),
];

const pages: readonly Written[] = [
  { ask: "how many slos do we have", sql: `select count(*) as n from slos where ${mine}` },
  { ask: "list the service level objectives", sql: `select count(*) as n from slos where ${mine}` },
  { ask: "what is the target of the slo Checkout works", sql: "select 99.5 as n" },
  { ask: "how many reports are there", sql: `select count(*) as n from reports where ${mine}` },
  {
    ask: "how many reports run weekly",
    sql: `select count(*) as n from reports where ${mine} and schedule = 'Weekly'`,
  },
  { ask: "how many dashboards exist", sql: `select count(*) as n from dashboards where ${mine}` },
  { ask: "how many kpis do we track", sql: `select count(*) as n from kpis where ${mine}` },
  { ask: "what is the kpi Incidents of the month", sql: incidents(last30) },
  {
    ask: "whats the value of urgent incidents kpi",
    sql: `select round(100.0 * count(*) filter (where severity in ('P1', 'P2')) / count(*), 1) as n from incidents where ${mine} and ${last30}`,
  },
  { ask: "how many unit prices are defined", sql: `select count(*) as n from unit_prices where ${mine}` },
  {
    ask: "how many runbooks are published",
    sql: `select count(*) as n from runbooks where ${mine} and name = 'Restart checkout'`,
    not: `select count(*) as n from runbooks where ${mine}`,
  },
  {
    ask: "how many alerts are firing with P1 or P2",
    sql: `select count(*) as n from alerts where ${mine} and status = 'firing' and severity in ('P1','P2')`,
    not: `select count(*) as n from alerts where ${mine} and status = 'firing'`,
  },
  {
    ask: "alerts firing that are not P1",
    sql: `select count(*) as n from alerts where ${mine} and status = 'firing' and severity <> 'P1'`,
    not: `select count(*) as n from alerts where ${mine} and status = 'firing'`,
  },
];

export const writtenQuestions: readonly Written[] = [
  ...negation,
  ...either,
  ...comparisons,
  ...durations,
  ...who,
  ...when,
  ...pages,
];

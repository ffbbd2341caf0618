import { openIncidentStatuses } from "@opsplane/contract";
import type { CopilotTenant } from "./copilot-seed.ts";
import type { Api } from "./plane.ts";

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

const open = `status in (${openIncidentStatuses.map((status) => `'${status}'`).join(", ")})`;
const mine = "tenant_id = $1";

function number(text: string): Question["truth"] {
  return async ({ rows }) => ({ first: Number((await rows(text))[0]?.n) });
}

const incidents = (where: string) => number(`select count(*) as n from incidents where ${mine} and ${where}`);
const onItem = (name: string) =>
  `id in (select incident_id from incident_items named join config_items item on item.id = named.ci_id where named.tenant_id = $1 and item.name = '${name}')`;
const assignedTo = (name: string) => `assigned_to = (select id from users where tenant_id = $1 and name = '${name}')`;
const ofTeam = (name: string) =>
  `(assigned_to in (select user_id from group_members where group_id = (select id from groups where tenant_id = $1 and name = '${name}'))
    or id in (select incident_id from incident_items named join config_items item on item.id = named.ci_id join groups team on team.id = item.owner_group_id
      where named.tenant_id = $1 and team.name = '${name}'))`;

/** Times in UTC, as the questions use it. */
const today = "date_trunc('day', now())";
const week = "date_trunc('week', now())";
const month = "date_trunc('month', now())";

function listed(text: string, count?: string): Question["truth"] {
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

function mean(column: "resolved_at" | "acknowledged_at", where: string): Question["truth"] {
  return async ({ rows }) => {
    const [row] = await rows(
      `select avg(extract(epoch from ${column} - created_at)) as s, count(*) as n from incidents where ${mine} and ${column} is not null and ${where}`,
    );
    return { has: [`${duration(Number(row?.s))} over ${row?.n} incident`] };
  };
}
const lastDays = (column: string, days: number) => `${column} >= now() - interval '${days} days' and ${column} < now()`;

const all = (topic: string, truth: Question["truth"], ...asks: string[]): Question[] =>
  asks.map((ask) => ({ ask, topic, truth }));
const ms = (value: number) =>
  `${(value >= 100 ? Math.round(value) : Number(value.toFixed(1))).toLocaleString("en-US")} ms`;

const onCall =
  (schedule?: string): Question["truth"] =>
  async ({ api }) => {
    const found = (await api.oncall.now()).filter((each) => schedule === undefined || each.schedule.name === schedule);
    return { has: found.map(({ user }) => user?.name ?? "nobody") };
  };
const service =
  (
    name: string,
    pick: (figures: { calls: number; errors: number; p50_ms: number; p95_ms: number; p99_ms: number }) => string[],
  ): Question["truth"] =>
  async ({ api }) => {
    const found = (await api.services.list({ query: { from: "now-1h" } })).find((each) => each.service === name);
    return { has: found ? pick(found) : ["no calls"] };
  };
const changeCount = (where: string) => number(`select count(*) as n from changes where ${mine} and ${where}`);
const touching = (name: string) =>
  `id in (select change_id from change_items touched join config_items item on item.id = touched.ci_id where touched.tenant_id = $1 and item.name = '${name}')`;
const changedSince = (from: string, extra = "true") =>
  changeCount(
    `status in ('implementing', 'completed', 'failed') and window_start < now() and window_end >= ${from} and ${extra}`,
  );
const upcoming = (to: string) =>
  changeCount(
    `status in ('pending_approval', 'approved', 'scheduled') and window_start >= now() and window_start < ${to}`,
  );
const requestCount = (where: string) => number(`select count(*) as n from service_requests where ${mine} and ${where}`);
const openRequests = "status in ('submitted', 'pending_approval', 'approved', 'in_fulfillment')";
const itemCount = (where: string) => number(`select count(*) as n from config_items where ${mine} and ${where}`);
const logCount =
  (query: object): Question["truth"] =>
  async ({ api }) => ({ first: (await api.logs.histogram({ query: { bars: 1, from: "now-24h", ...query } })).total });
const owner = (item: string) =>
  listed(
    `select team.name as t from config_items item join groups team on team.id = item.owner_group_id where item.tenant_id = $1 and item.name = '${item}'`,
  );
const dependsOn =
  (item: string): Question["truth"] =>
  async ({ rows }) => {
    const found = await rows(
      `select distinct other.name as t from ci_relations r join config_items self on self.id = r.affected_id join config_items other on other.id = r.failing_id where r.tenant_id = $1 and self.name = '${item}'`,
    );
    return { has: [`depends on ${found.length} item`, ...found.map(({ t }) => String(t))] };
  };
const dependents =
  (item: string): Question["truth"] =>
  async ({ rows }) => {
    const found = await rows(
      `select distinct other.name as t from ci_relations r join config_items self on self.id = r.failing_id join config_items other on other.id = r.affected_id where r.tenant_id = $1 and self.name = '${item}'`,
    );
    return { first: found.length, has: found.map(({ t }) => String(t)) };
  };
const impactOf =
  (item: string): Question["truth"] =>
  async ({ api, items }) => {
    const { totals, services } = await api.cmdb.impact({ query: { ci_id: [items.get(item) ?? ""] } });
    return { has: [`${totals.affected} item`, ...services.slice(0, 3).map(({ name }) => name)] };
  };
const latest = async ({ rows }: Truths, where = "true") =>
  String(
    (await rows(`select reference as t from incidents where ${mine} and ${where} order by created_at desc limit 1`))[0]
      ?.t,
  );

/** Written with the engine. */
export const knownQuestions: readonly Question[] = [
  ...all(
    "incidents.count",
    incidents(open),
    "How many open incidents are there?",
    "how many incidents are open right now",
    "number of unresolved incidents",
    "count of ongoing incidents please",
    "What's the total of active tickets?",
    "how many incidnets are open",
  ),
  ...all(
    "incidents.count",
    incidents("true"),
    "How many incidents do we have in total?",
    "how many incidents are there",
  ),
  ...all(
    "incidents.count",
    incidents(`${open} and severity = 'P1'`),
    "How many P1 incidents are open?",
    "open sev1 incidents, how many?",
    "how many critical incidents are open?",
    "How many open priority 1 tickets do we have",
  ),
  ...all(
    "incidents.count",
    incidents(`${open} and severity in ('P1', 'P2')`),
    "How many open incidents are P2 or higher?",
    "how many P1 and P2 incidents are still open?",
  ),
  ...all(
    "incidents.count",
    incidents(`created_at >= ${today}`),
    "How many incidents were opened today?",
    "incidents created today - how many?",
  ),
  ...all(
    "incidents.count",
    incidents(`created_at >= ${today} - interval '1 day' and created_at < ${today}`),
    "How many incidents did we have yesterday?",
    "how many incidents happened yesteday?",
  ),
  ...all(
    "incidents.count",
    incidents(`created_at >= ${week} - interval '7 days' and created_at < ${week}`),
    "How many incidents occurred last week?",
    "how many tickets were raised last week",
  ),
  ...all(
    "incidents.count",
    incidents(`created_at >= ${month}`),
    "How many incidents this month?",
    "number of incidents so far this month",
  ),
  ...all(
    "incidents.count",
    incidents("created_at >= now() - interval '7 days'"),
    "How many incidents in the last 7 days?",
    "how many outages in the past week?",
  ),
  ...all(
    "incidents.count",
    incidents(`resolved_at >= ${week} - interval '7 days' and resolved_at < ${week}`),
    "How many incidents were resolved last week?",
    "how many tickets did we fix last week?",
  ),
  ...all(
    "incidents.count",
    incidents(`severity = 'P2' and created_at >= now() - interval '30 days'`),
    "How many P2 incidents in the last 30 days?",
  ),
  ...all(
    "incidents.count",
    incidents(onItem("checkout")),
    "How many incidents affected checkout?",
    "how many incidents has the checkout service had?",
    "how many incidents for chekout?",
  ),
  ...all(
    "incidents.count",
    incidents(`${open} and ${onItem("payments")}`),
    "How many open incidents does payments have?",
    "number of open incidents on payments",
  ),
  ...all(
    "incidents.count",
    incidents(`${open} and ${assignedTo("Mara Lindqvist")}`),
    "How many open incidents are assigned to Mara Lindqvist?",
    "how many open incidents does Mara have?",
  ),
  ...all(
    "incidents.count",
    incidents(`${open} and assigned_to is null`),
    "How many open incidents are unassigned?",
    "how many open incidents have no assignee",
  ),
  ...all(
    "incidents.count",
    incidents(`${open} and ${ofTeam("Orders team")}`),
    "How many open incidents does the Orders team have?",
  ),
  ...all("incidents.count", incidents("source = 'email'"), "How many incidents came from email?"),
  ...all(
    "incidents.count",
    incidents("(title || ' ' || description) ilike '%gateway%'"),
    'How many incidents mention "gateway"?',
  ),
  ...all(
    "incidents.group",
    listed(`select severity || ' ' || count(*) as t from incidents where ${mine} and ${open} group by severity`),
    "How many open incidents by severity?",
  ),
  ...all(
    "incidents.group",
    listed(`select severity || ': ' || count(*) as t from incidents where ${mine} and ${open} group by severity`),
    "Break down open incidents by severity",
    "Show open incidents per severity",
  ),
  ...all(
    "incidents.group",
    listed(`select status || ': ' || count(*) as t from incidents where ${mine} group by status`),
    "Show incidents by status",
  ),
  ...all(
    "incidents.group",
    async ({ rows }) => {
      const found = await rows(
        `select item.name as t, count(*)::int as n from incident_items named join config_items item on item.id = named.ci_id where named.tenant_id = $1 group by 1 order by 2 desc, 1`,
      );
      const most = found.filter(({ n }) => n === found[0]?.n);
      return { has: [...most.map(({ t }) => String(t)), `${found[0]?.n} incidents`] };
    },
    "Which service has the most incidents?",
    "what service had most incidents",
  ),
  ...all(
    "incidents.list",
    async (of) => ({
      first: Number(
        (await of.rows(`select count(*) as n from incidents where ${mine} and ${open} and severity = 'P1'`))[0]?.n,
      ),
      has: [await latest(of, `${open} and severity = 'P1'`)],
    }),
    "Show me the open P1 incidents",
    "list all open P1s incidents",
    "which P1 incidents are open?",
  ),
  ...all(
    "incidents.list",
    async (of) => ({ has: [await latest(of)] }),
    "Show the latest incidents",
    "what are the most recent incidents?",
  ),
  ...all(
    "incidents.list",
    listed(`select reference as t from incidents where ${mine} and ${open} order by created_at limit 3`),
    "What are the 3 oldest open incidents?",
  ),
  ...all(
    "incidents.list",
    listed(
      `select reference as t from incidents where ${mine} and ${open} and ${onItem("checkout")} order by created_at desc limit 5`,
    ),
    "Any open incidents on checkout?",
    "What incidents are affecting checkout that are open?",
  ),
  ...all(
    "incidents.trend",
    async ({ rows }) => {
      const [row] = await rows(
        `select count(*) as n from incidents where ${mine} and created_at >= now() - interval '7 days'`,
      );
      return { first: Number(row?.n) };
    },
    "Show the incident trend per day for the last 7 days",
    "incidents per day over the past 7 days",
  ),
  ...all(
    "incidents.mttr",
    mean("resolved_at", lastDays("resolved_at", 30)),
    "What is our MTTR?",
    "How long does it take us to resolve incidents on average?",
    "mean time to resolution",
    "what's the average resolution time?",
  ),
  ...all(
    "incidents.mttr",
    mean("resolved_at", `${lastDays("resolved_at", 30)} and severity = 'P1'`),
    "What is the MTTR for P1 incidents?",
  ),
  ...all(
    "incidents.mttr",
    mean("resolved_at", `${lastDays("resolved_at", 30)} and ${onItem("payments")}`),
    "MTTR of payments",
    "What is the mean time to resolve for payments?",
  ),
  ...all(
    "incidents.mttr",
    mean("resolved_at", `resolved_at >= ${month} - interval '1 month' and resolved_at < ${month}`),
    "What was our MTTR last month?",
  ),
  ...all(
    "incidents.mtta",
    mean("acknowledged_at", lastDays("acknowledged_at", 30)),
    "What is our MTTA?",
    "How long does it take to acknowledge incidents?",
    "mean time to acknowledge",
  ),
  ...all(
    "incident.get",
    listed(
      `select title as t from incidents where ${mine} and reference = 'INC-00000003' union select status from incidents where ${mine} and reference = 'INC-00000003'`,
    ),
    "Tell me about INC-00000003",
    "What's the status of INC-3?",
    "incident 3",
    "give me a summary of inc-00000003",
  ),
  ...all(
    "incident.get",
    listed(
      `select coalesce(person.name, 'unassigned') as t from incidents left join users person on person.id = assigned_to where incidents.tenant_id = $1 and reference = 'INC-00000007'`,
    ),
    "Who is assigned to INC-00000007?",
    "who is working on INC-7?",
  ),
  ...all(
    "incident.cause",
    async () => ({ has: ["INC-00000007", "no finished root cause analysis"] }),
    "What is the root cause of INC-00000007?",
    "why did INC-7 happen?",
  ),
  ...all(
    "incident.similar",
    async ({ rows }) => ({
      has: [
        String(
          (await rows(`select title as t from incidents where ${mine} and number = 10 and false`)).length === 0
            ? "same items as INC-00000010"
            : "",
        ),
      ],
    }),
    "Are there similar incidents to INC-00000010?",
    "have we seen something like INC-10 before? similar ones?",
  ),
  ...all(
    "alerts",
    async ({ rows }) => ({
      first: Number((await rows(`select count(*) as n from alerts where ${mine} and status = 'firing'`))[0]?.n),
    }),
    "How many alerts are firing?",
    "Which alerts are firing right now?",
    "any alerts going off?",
    "open alerts",
  ),
  ...all(
    "alerts",
    number(`select count(*) as n from alerts where ${mine} and status = 'firing' and severity = 'P1'`),
    "How many P1 alerts are firing?",
  ),
  ...all(
    "alerts",
    number(`select count(*) as n from alerts where ${mine} and started_at >= now() - interval '24 hours'`),
    "How many alerts started in the last 24 hours?",
  ),
  ...all(
    "alerts.policies",
    number(`select count(*) as n from alert_policies where ${mine}`),
    "How many alert policies do we have?",
    "list the alert rules",
  ),
  ...all(
    "alerts.silences",
    number(`select count(*) as n from silences where ${mine}`),
    "Which silences are active?",
    "are any alerts silenced?",
  ),
  ...all(
    "oncall.now",
    onCall(),
    "Who is on call?",
    "who's on call right now?",
    "Who is on-call at the moment",
    "whos holding the pager",
  ),
  ...all("oncall.now", onCall("Primary"), "Who is on call for Primary?", "who is the primary on call"),
  ...all("oncall.now", onCall("Database"), "Who is on call for the Database schedule?"),
  ...all(
    "oncall.next",
    async ({ api }) => ({ has: (await api.oncall.now()).flatMap(({ next }) => next?.user?.name ?? []) }),
    "Who is next on call?",
    "who takes over on call next?",
  ),
  ...all("oncall.mine", async () => ({ has: ["You are not on call now"] }), "Am I on call?", "when is my next shift?"),
  ...all(
    "changes.what",
    changedSince("now() - interval '24 hours'"),
    "What changed in the last 24 hours?",
    "what has changed recently?",
    "which changes were made in the past day",
    "What was deployed in the last 24 hours?",
  ),
  ...all("changes.what", changedSince("now() - interval '3 days'"), "What changed in the last 3 days?"),
  ...all(
    "changes.what",
    changedSince("now() - interval '3 days'", touching("search")),
    "What changed on search in the last 3 days?",
    "what was deployed to search in the past 3 days?",
  ),
  ...all("changes.list", changeCount("true"), "How many changes are there?"),
  ...all("changes.list", changeCount("status = 'failed'"), "How many changes failed?", "which changes have failed?"),
  ...all("changes.list", changeCount("risk_level = 'high'"), "How many high risk changes are there?"),
  ...all("changes.list", changeCount("status = 'implementing'"), "Which changes are implementing?"),
  ...all(
    "changes.upcoming",
    upcoming("now() + interval '7 days'"),
    "Which changes are upcoming?",
    "what changes are planned?",
    "upcoming changes in the next 7 days",
  ),
  ...all(
    "changes.conflicts",
    async ({ api }) => {
      const { conflicts } = await api.changes.calendar({
        query: { from: new Date().toISOString(), to: new Date(Date.now() + 7 * 86_400_000).toISOString() },
      });
      return { first: conflicts.length };
    },
    "Are there conflicts between changes?",
    "do any changes overlap?",
  ),
  ...all(
    "change.get",
    listed(
      `select title as t from changes where ${mine} and reference = 'CHG-00000002' union select status from changes where ${mine} and reference = 'CHG-00000002'`,
    ),
    "Tell me about CHG-00000002",
    "what is the status of change 2?",
  ),
  ...all("requests", requestCount(openRequests), "How many requests are open?", "open service requests?"),
  ...all("requests", requestCount("true"), "How many requests are there in total?"),
  ...all("requests", requestCount("status = 'fulfilled'"), "How many requests were fulfilled?"),
  ...all(
    "approvals",
    number(`select count(*) as n from approval_instances where ${mine} and status = 'pending'`),
    "Which approvals are waiting?",
    "how many approvals are pending?",
    "what is waiting for approval?",
  ),
  ...all(
    "approvals",
    async ({ api }) => ({ first: (await api.instances.list({ query: { status: ["pending"], mine: true } })).total }),
    "Which approvals wait for me?",
    "do I have anything to approve?",
  ),
  ...all("items.find", itemCount("class = 'server'"), "How many servers do we have?", "list our servers"),
  ...all("items.find", itemCount("class = 'database'"), "how many databases are there?"),
  ...all("items.find", itemCount("true"), "How many configuration items are in the CMDB?", "how many CIs do we have"),
  ...all(
    "items.find",
    itemCount(
      "class = 'service' and owner_group_id = (select id from groups where tenant_id = $1 and name = 'Orders team')",
    ),
    "How many services does the Orders team own?",
  ),
  ...all("items.find", itemCount("criticality = 'critical'"), "How many critical configuration items are there?"),
  ...all(
    "item.owner",
    owner("checkout"),
    "Who owns checkout?",
    "which team is responsible for checkout?",
    "who is the owner of the checkout service",
  ),
  ...all("item.dependencies", dependsOn("checkout"), "What does checkout depend on?", "dependencies of checkout"),
  ...all(
    "item.dependencies",
    dependents("orders-db"),
    "What depends on orders-db?",
    "which services depend on orders db?",
  ),
  ...all(
    "item.impact",
    impactOf("orders-db"),
    "What is the impact of orders-db?",
    "What breaks if orders-db goes down?",
    "blast radius of orders-db",
  ),
  ...all(
    "item.get",
    listed(
      `select class as t from config_items where ${mine} and name = 'orders-queue' union select criticality from config_items where ${mine} and name = 'orders-queue'`,
    ),
    "Tell me about orders-queue",
    "details of orders-queue",
  ),
  ...all(
    "team.members",
    listed(
      "select person.name as t from group_members m join users person on person.id = m.user_id join groups team on team.id = m.group_id where m.tenant_id = $1 and team.name = 'Web team'",
    ),
    "Who is in the Web team?",
    "members of the web team",
  ),
  ...all(
    "logs.count",
    logCount({ level: ["error", "fatal"] }),
    "How many error logs did we have in the last 24 hours?",
    "how many errors were logged in the past 24 hours?",
  ),
  ...all(
    "logs.count",
    logCount({ service: ["checkout"] }),
    "How many log lines did checkout write in the last 24 hours?",
  ),
  ...all("logs.count", logCount({ level: ["warn"] }), "How many warnings are in the logs?"),
  ...all(
    "logs.errors",
    async () => ({ has: ["connection # to orders-db timed out"] }),
    "What are the top errors?",
    "most frequent errors in the logs",
    "what errors is checkout throwing?",
  ),
  ...all(
    "logs.search",
    logCount({ q: '"timed out"' }),
    'Find logs containing "timed out"',
    'search logs for "timed out"',
  ),
  ...all(
    "services.list",
    async ({ api }) => {
      const found = [...(await api.services.list({ query: { from: "now-1h" } }))].sort((a, b) => b.errors - a.errors);
      return { has: [`${found[0]?.service} has the highest`, String(found[0]?.errors)] };
    },
    "Which service has the most errors?",
    "what service is erroring the most?",
  ),
  ...all(
    "services.list",
    async ({ api }) => {
      const found = [...(await api.services.list({ query: { from: "now-1h" } }))].sort((a, b) => b.p95_ms - a.p95_ms);
      return { has: [`${found[0]?.service} has the highest`, ms(found[0]?.p95_ms ?? 0)] };
    },
    "Which service is the slowest?",
    "slowest services",
  ),
  ...all(
    "service.health",
    service("checkout", (found) => [`${found.calls} calls`, `${found.errors} errors`, `p95 ${ms(found.p95_ms)}`]),
    "How is checkout doing?",
    "health of checkout",
    "What is the error rate of checkout?",
    "p95 latency of checkout",
    "is checkout healthy?",
  ),
  ...all(
    "service.why",
    service("checkout", (found) => [`p95 ${ms(found.p95_ms)}`]),
    "Why is checkout slow?",
    "what's wrong with checkout? why so sluggish",
  ),
  ...all(
    "service.operations",
    async ({ api }) => {
      const found = [
        ...(await api.services.operations({ params: { service: "checkout" }, query: { from: "now-1h" } })),
      ].sort((a, b) => b.p95_ms - a.p95_ms);
      return { has: [found[0]?.operation ?? "", ms(found[0]?.p95_ms ?? 0)] };
    },
    "What are the slowest operations of checkout?",
    "slow endpoints of checkout",
  ),
  ...all(
    "network",
    async ({ api }) => ({ has: [(await api.netflow.topTalkers({ query: { from: "now-24h" } }))[0]?.key ?? ""] }),
    "Who are the top talkers?",
    "which address has the most network traffic?",
  ),
  ...all(
    "runbooks",
    listed("select 'Restart checkout' as t"),
    "Which runbooks are there for checkout?",
    "is there a runbook for checkout?",
  ),
  ...all("runbooks", number(`select count(*) as n from runbooks where ${mine}`), "How many runbooks do we have?"),
  ...all(
    "executions",
    number(`select count(*) as n from runs where ${mine} and kind = 'execution' and status = 'failed'`),
    "Which runbook executions failed?",
  ),
  ...all("workflows", number(`select count(*) as n from workflows where ${mine}`), "How many workflows do we have?"),
  ...all("platform", async () => ({ has: ["The platform is"] }), "Is the platform healthy?"),
  ...all("plan", async () => ({ has: ["plan"] }), "Which plan do we have?"),
  ...all("who_am_i", async ({ owner: { email } }) => ({ has: [email] }), "Who am I?"),
];

/** Written after the engine, as a check that it understands more than the questions above. */
export const laterQuestions: readonly Question[] = [
  ...all(
    "incidents.count",
    incidents(open),
    "Could you tell me how many tickets are currently unresolved?",
    "how many incidents haven't been closed or resolved, i.e. are open?",
    "Total number of outstanding incidents?",
  ),
  ...all(
    "incidents.count",
    incidents(`${open} and severity = 'P3'`),
    "how many P3s are open at the moment? incidents I mean",
    "count open severity 3 incidents",
  ),
  ...all(
    "incidents.count",
    incidents(`created_at >= ${week}`),
    "How many new incidents were reported this week?",
    "How many incidents have there been since Monday?",
  ),
  ...all(
    "incidents.count",
    incidents("created_at >= now() - interval '48 hours'"),
    "in the last 48 hours, how many incidents were created?",
  ),
  ...all(
    "incidents.count",
    incidents(`created_at >= ${month} - interval '1 month' and created_at < ${month}`),
    "What was the number of incidents last month?",
  ),
  ...all(
    "incidents.count",
    incidents(`created_at >= '2026-11-01' and created_at < '2026-11-11'`),
    "How many incidents were there between 1 November and 10 November?",
  ),
  ...all(
    "incidents.count",
    incidents(onItem("shipping")),
    "how many times did shipping have an incident?",
    "incident count for shipping",
  ),
  ...all(
    "incidents.count",
    incidents(`${open} and ${assignedTo("Jonas Weber")}`),
    "How many open tickets is Jonas handling?",
    "how many unresolved incidents are on Jonas Weber's plate?",
  ),
  ...all(
    "incidents.group",
    listed(
      `select coalesce(person.name, 'unassigned') || ': ' || count(*) as t from incidents left join users person on person.id = assigned_to where incidents.tenant_id = $1 and ${open} group by person.name`,
    ),
    "Show the workload: open incidents by assignee",
  ),
  ...all(
    "incidents.group",
    listed(`select source || ': ' || count(*) as t from incidents where ${mine} group by source`),
    "incidents grouped by source",
  ),
  ...all(
    "incidents.list",
    async (of) => ({ has: [await latest(of, `${open} and severity = 'P2'`)] }),
    "give me all P2 incidents that are still open",
    "what P2 incidents are ongoing?",
  ),
  ...all(
    "incidents.list",
    listed(
      `select reference as t from incidents where ${mine} and ${open} and assigned_to is null order by created_at desc limit 10`,
    ),
    "Which open incidents have nobody assigned?",
  ),
  ...all(
    "incidents.list",
    listed(
      `select reference as t from incidents where ${mine} and ${onItem("search")} and created_at >= now() - interval '30 days' order by created_at desc limit 5`,
    ),
    "Show incidents of search from the last 30 days",
  ),
  ...all(
    "incidents.mttr",
    mean("resolved_at", lastDays("resolved_at", 30)),
    "on average how long until incidents are resolved? MTTR please",
    "What's our mean time to repair?",
  ),
  ...all(
    "incidents.mttr",
    mean("resolved_at", `${lastDays("resolved_at", 30)} and severity = 'P2'`),
    "How quickly do we fix P2 incidents - what is the MTTR?",
  ),
  ...all("incidents.mttr", mean("resolved_at", lastDays("resolved_at", 7)), "MTTR for the past 7 days"),
  ...all("incidents.mtta", mean("acknowledged_at", lastDays("acknowledged_at", 7)), "MTTA over the last 7 days?"),
  ...all(
    "incident.get",
    listed(`select title as t from incidents where ${mine} and reference = 'INC-00000012'`),
    "Can you give me the details of INC-00000012?",
    "what happened in INC-12?",
  ),
  ...all("incident.runbooks", async () => ({ has: ["INC-00000012"] }), "What runbook should I use for INC-00000012?"),
  ...all(
    "alerts",
    number(`select count(*) as n from alerts where ${mine} and status = 'firing'`),
    "Is anything alerting at the moment? how many alerts",
    "show current firing alarms",
  ),
  ...all(
    "alerts",
    number(
      `select count(*) as n from alerts where ${mine} and status = 'firing' and (select id from config_items where tenant_id = $1 and name = 'payments') = any (ci_ids)`,
    ),
    "Are there alerts firing for payments?",
  ),
  ...all("oncall.now", onCall(), "Who do I call tonight - who is on duty now?", "Who's the on call engineer?"),
  ...all("oncall.now", onCall("Database"), "who is on call for database?"),
  ...all(
    "oncall.next",
    async ({ api }) => ({
      has: (await api.oncall.now({}))
        .filter(({ schedule }) => schedule.name === "Primary")
        .flatMap(({ next }) => next?.user?.name ?? []),
    }),
    "Who has the next on-call shift for Primary?",
  ),
  ...all(
    "changes.what",
    changedSince("now() - interval '6 hours'"),
    "Did anything change in the last 6 hours?",
    "show deployments from the last 6 hours",
  ),
  ...all(
    "changes.what",
    changedSince(`${today} - interval '1 day'`, touching("catalog")),
    "has catalog been changed since yesterday?",
  ),
  ...all("changes.list", changeCount("status = 'completed'"), "How many changes have been completed?"),
  ...all(
    "changes.list",
    changeCount("type = 'normal'"),
    "list the normal changes",
    "how many normal changes do we have?",
  ),
  ...all(
    "changes.upcoming",
    upcoming("now() + interval '24 hours'"),
    "What changes are scheduled for the next 24 hours?",
  ),
  ...all("requests", requestCount("status = 'pending_approval'"), "How many requests are pending approval?"),
  ...all("requests", requestCount(openRequests), "which requests are still open?"),
  ...all(
    "approvals",
    number(`select count(*) as n from approval_instances where ${mine} and status = 'pending'`),
    "Show me everything awaiting sign-off",
    "list pending approvals",
  ),
  ...all("items.find", itemCount("class = 'message_queue'"), "How many message queues are in the CMDB?"),
  ...all("items.find", itemCount("class = 'service'"), "How many services do we run?", "list all services"),
  ...all(
    "items.find",
    itemCount(
      "class = 'database' and owner_group_id = (select id from groups where tenant_id = $1 and name = 'Platform team')",
    ),
    "How many databases are owned by the Platform team?",
  ),
  ...all("item.owner", owner("shipping"), "Which team owns shipping?", "who is in charge of shipping?"),
  ...all(
    "item.dependencies",
    dependsOn("storefront"),
    "what are the dependencies of storefront?",
    "which things does storefront rely on?",
  ),
  ...all(
    "item.impact",
    impactOf("payments"),
    "what would be affected if payments fails?",
    "Show the blast radius of payments",
  ),
  ...all(
    "team.members",
    listed(
      "select person.name as t from group_members m join users person on person.id = m.user_id join groups team on team.id = m.group_id where m.tenant_id = $1 and team.name = 'Orders team'",
    ),
    "who are the people in the orders team?",
    "List the members of Orders team",
  ),
  ...all(
    "logs.count",
    logCount({ level: ["error", "fatal"], service: ["payments"] }),
    "How many errors did payments log in the last 24 hours?",
  ),
  ...all(
    "logs.errors",
    async () => ({ has: ["connection # to orders-db timed out"] }),
    "Which errors occur most often in the logs?",
    "show me the most common error messages of payments",
  ),
  ...all("logs.search", logCount({ q: '"served request 7"' }), 'show logs with "served request 7"'),
  ...all(
    "services.list",
    async ({ api }) => {
      const found = [...(await api.services.list({ query: { from: "now-1h" } }))].sort((a, b) => b.p95_ms - a.p95_ms);
      return { has: [`${found[0]?.service} has the highest`] };
    },
    "what's our slowest service right now?",
    "Which services have the worst latency?",
  ),
  ...all(
    "service.health",
    service("payments", (found) => [`${found.calls} calls`, `p99 ${ms(found.p99_ms)}`]),
    "How is payments performing?",
    "what is the p99 of payments?",
    "payments response times",
  ),
  ...all(
    "service.why",
    service("payments", (found) => [`p95 ${ms(found.p95_ms)}`]),
    "why is payments so slow?",
  ),
  ...all(
    "network",
    async ({ api }) => ({
      has: [(await api.netflow.topTalkers({ query: { from: "now-24h", group_by: "protocol" } }))[0]?.key ?? ""],
    }),
    "Which protocol uses the most bandwidth?",
  ),
  ...all(
    "runbooks",
    listed("select 'Free disk space' as t"),
    "Do we have a runbook about disk?",
    "find the runbook for freeing disk space",
  ),
  ...all(
    "workflows",
    number(`select count(*) as n from workflows where ${mine}`),
    "which automations exist? workflows",
  ),
  ...all("who_am_i", async ({ owner: { email } }) => ({ has: [email] }), "what is my role?"),
];

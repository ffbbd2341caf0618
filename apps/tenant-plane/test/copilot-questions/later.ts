import {
  all,
  assignedTo,
  changeCount,
  changedSince,
  dependsOn,
  impactOf,
  incidents,
  itemCount,
  lastDays,
  latest,
  listed,
  logCount,
  mean,
  mine,
  month,
  ms,
  number,
  onCall,
  onItem,
  open,
  openRequests,
  owner,
  type Question,
  requestCount,
  service,
  today,
  touching,
  upcoming,
  week,
} from "./truths.ts";

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

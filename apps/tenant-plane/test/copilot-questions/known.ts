import {
  all,
  assignedTo,
  changeCount,
  changedSince,
  dependents,
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
  ofTeam,
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

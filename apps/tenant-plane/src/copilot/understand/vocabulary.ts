import { timeWords } from "./time-words.ts";

/**
 * Concepts that a question can be about, with the words for each. A phrase of several words must stand together. The weight says how
 * much a concept tells about what is asked.
 */
const table = {
  incident: [
    3,
    "incident, incidents, outage, outages, ticket, tickets, inc, incs, disruption, disruptions, major incident",
  ],
  alert: [3, "alert, alerts, alarm, alarms, alerting"],
  polite: [0.1, "let me know, should i, should i use, defined, do we track, i mean, do i use"],
  firing: [2, "firing, fired, going off, ringing, triggering"],
  policy: [4, "alert policy, alert policies, policy, policies, alert rule, alert rules, alerting rules, rules"],
  silence: [
    4,
    "silence, silences, silenced, muted, mute, maintenance window, maintenance windows, maintenance, downtime window",
  ],
  oncall: [
    5,
    "on call, on-call, oncall, on call engineer, on-call engineer, on duty, holding the pager, the pager, pager, pager duty, rota, standby, first responder",
  ],
  shift: [2, "shift, shifts, rotation, takes over, take over, hand over, handover, relieves, next up, after that"],
  page: [4, "paged, pages, paging, being paged"],
  change: [3, "change, changes, changed, chg, modification, modifications, modified, altered, different"],
  deploy: [
    3,
    "deploy, deploys, deployed, deployment, deployments, release, releases, released, rollout, rollouts, rolled out, shipped, went live, go live",
  ],
  upcoming: [2, "upcoming, planned, will, coming up, coming, forthcoming, calendar, ahead, due"],
  conflict: [
    4,
    "conflict, conflicts, conflicts between, conflict between, conflicting, overlap, overlaps, overlapping, clash, clashes, clashing, collide, collisions",
  ],
  request: [3, "request, requests, service request, service requests, reqs"],
  approval: [4, "approval, approvals, approve, sign off, sign-off, decide, decision, decisions, approving, to approve"],
  item: [
    3,
    "ci, cis, configuration item, configuration items, config items, asset, assets, cmdb, item, items, component, components",
  ],
  depend: [
    4,
    "depend, depends, dependency, dependencies, dependents, depending, relies, rely, upstream, downstream, connected, relations",
  ],
  impact: [
    4,
    "impact, impacted, blast radius, affected, affect, affects, goes down, go down, went down, breaks, break, fails, if, hit, dies",
  ],
  owner: [4, "owner, owners, own, owns, owned, responsible, in charge, belongs, belong, accountable, maintains"],
  about: [
    1,
    "about, tell, tell me, details, detail, information, info, describe, summary, summarize, summarise, status, state, happening, going on, update, latest",
  ],
  log: [3, "log, logs, log line, log lines, log records, log messages, log entries, logged, lines"],
  error: [
    2,
    "error, errors, error messages, error message, exception, exceptions, failure, failures, failing, erroring",
  ],
  top: [
    1,
    "top, frequent, most frequent, most common, most often, uses the most, common, biggest, worst, main, noisiest, noisy, highest, most",
  ],
  service: [2, "service, services, app, apps, application, applications, microservice, microservices"],
  health: [
    3,
    "health, healthy, unhealthy, doing, performing, performance, golden signals, behaving, ok, okay, up, alive, working",
  ],
  slow: [
    3,
    "slow, slowest, slower, slowly, sluggish, latency, latencies, response time, response times, p50, p95, p99, percentile, fast, lag, laggy, delay, delays, degraded",
  ],
  why: [3, "why, reason, reasons, explain, caused, causing, wrong, matter, diagnose, investigate"],
  rate: [3, "throughput, rps, requests per second, calls per second, error rate, calls, call, load"],
  operation: [4, "operation, operations, endpoint, endpoints, route, routes"],
  trace: [4, "trace, traces, span, spans, tracing"],
  metric: [4, "metric, metrics, gauge, gauges, timeseries, time series"],
  network: [
    4,
    "network, talker, talkers, bandwidth, flows, netflow, ip, ips, address, addresses, packets, traffic, protocol, protocols, talking",
  ],
  runbook: [
    4,
    "runbook, runbooks, playbook, playbooks, procedure, procedures, how do i fix, how do we fix, how to fix, how can i fix, remediate, remediation, recover",
  ],
  execution: [4, "execution, executions, executed"],
  workflow: [4, "workflow, workflows, automation, automations"],
  run: [2, "run, runs, ran, running"],
  host: [4, "host, hosts, target machines"],
  collector: [4, "collector, collectors, agent, agents"],
  telemetry: [4, "telemetry, ingestion, ingest, signals, data arriving, receiving data, data received"],
  usage: [4, "usage, quota, volume, consumed, consumption, data sent, used, retention"],
  plan: [4, "plan, subscription, license, licence, limits, modules, tier"],
  whoami: [6, "who am i, my role, my permissions, my account, logged in as, signed in as"],
  platform: [
    4,
    "platform, opsplane, system health, this system, this installation, the tool, everything ok, everything okay, everything fine, all good",
  ],
  rca: [5, "root cause, root causes, rca, analysis, cause, culprit"],
  similar: [5, "similar, related, alike, happened before, seen before, same kind, seen this, like it"],
  mttr: [
    6,
    "mttr, do we fix, do we resolve, time to resolve, time to resolution, time to restore, time to repair, time to fix, resolution time, resolution times, to resolve, to fix, be resolved",
  ],
  mtta: [
    6,
    "mtta, time to acknowledge, time to ack, acknowledgment time, acknowledgement time, to acknowledge, be acknowledged, response delay",
  ],
  mean: [1, "average, mean, avg, median, typical, typically, usually, long, how long, take, takes, took, time"],
  trend: [
    4,
    "trend, trends, over time, per day, per week, per month, per hour, daily, by day, each day, day by day, every day, hourly, weekly, monthly, chart, graph, evolution, development, week by week, each week, by week, by month, by hour",
  ],
  count: [2, "how many, number, count, total, how much, amount, quantity, volume of"],
  list: [
    1,
    "list, show, show me, give me, which, display, give, see, view, get, enumerate, any, are there, is there, find, search, look up, fetch, break down, breakdown, split, grouped",
  ],
  who: [1, "who, whom, whose"],
  team: [2, "team, teams, group, groups, squad"],
  member: [4, "member, members, people, person, staff, colleagues, belongs to, in the team, in team"],
  bySeverity: [
    2,
    "by severity, per severity, by priority, per priority, severity breakdown, severities, priorities, each severity",
  ],
  byStatus: [2, "by status, per status, by state, status breakdown"],
  byService: [2, "by service, per service, by item, by ci, by component, each service, by system"],
  byTeam: [2, "by team, per team, by group, each team"],
  byAssignee: [2, "by assignee, per assignee, by person, per person, by engineer, workload, each person"],
  bySource: [2, "by source, per source, by origin, sources"],
  my: [1, "my, mine, me, myself, i"],
  unassigned: [
    2,
    "unassigned, nobody, no one, without an assignee, without assignee, not assigned, no assignee, unowned",
  ],
  assigned: [
    1,
    "assigned, assignee, handled, handling, assigned to, on his plate, on her plate, works on, working on, responsible for",
  ],
  oldest: [2, "oldest, longest, longest running, longest open, open the longest"],
  newest: [1, "newest, latest, recent, recently, most recent, last"],
  late: [2, "late, overdue, breached, past due, sla"],
  waiting: [2, "waiting, wait, awaiting, outstanding, need, needs, pending, blocked on"],
  slo: [
    5,
    "slo, slos, service level objective, service level objectives, objective, objectives, error budget, error budgets, slo budget",
  ],
  kpi: [5, "kpi, kpis, key performance indicator, key performance indicators"],
  report: [4, "report, reports"],
  dashboard: [4, "dashboard, dashboards"],
  cost: [4, "cost, costs, costing, spend, spending, expenses"],
  price: [5, "unit price, unit prices, prices"],
  schedule: [2, "daily, weekly, monthly"],
  atRisk: [2, "at risk, met, no data, are breached, is breached, breached"],
  goal: [1, "target, goal, value, attainment, budget"],
  byClass: [2, "by class, per class, by tag, per tag, by item, per item"],
  help: [4, "help, what can you do, what can i ask, capabilities, can i ask, examples"],
  greeting: [3, "hello, hi, hey, good morning, good afternoon, thanks, thank you"],
  next: [2, "next, following, later, afterwards"],
  resource: [3, "cpu, memory, ram, disk, heap, filesystem, swap"],
  compare: [2, "compared, compare, versus, vs, than"],
} as const satisfies Record<string, readonly [number, string]>;

export type Concept = keyof typeof table;

export interface Phrase {
  readonly words: readonly string[];
  readonly concept: Concept;
}

export const concepts = Object.keys(table).filter((name): name is Concept => Object.hasOwn(table, name));
export const weightOf = (concept: Concept): number => table[concept][0];

/** Phrases by their first word, the longest first. */
export const phrases: ReadonlyMap<string, readonly Phrase[]> = grouped(
  concepts.flatMap((concept) => table[concept][1].split(", ").map((text) => ({ words: text.split(" "), concept }))),
);

function grouped(all: readonly Phrase[]): Map<string, Phrase[]> {
  const found = new Map<string, Phrase[]>();
  for (const phrase of [...all].sort((a, b) => b.words.length - a.words.length)) {
    const first = phrase.words[0] ?? "";
    found.set(first, [...(found.get(first) ?? []), phrase]);
  }
  return found;
}

/** Words of slots: severities, states, levels and the like. */
const slotWords = [
  ..."open opened unresolved ongoing active outstanding resolved closed fixed solved acknowledged acked investigating triggered reopened".split(
    " ",
  ),
  ..."critical high medium low emergency standard normal draft scheduled implementing completed failed rejected cancelled approved".split(
    " ",
  ),
  ..."warning warnings warn info debug fatal published archived succeeded successful severity priority".split(" "),
];

/** Words that carry no meaning of their own. */
export const fillers: ReadonlySet<string> = new Set(
  [
    "a an the this that these those it its they them their there here we us our ours you your he she his her is are was were be been being am do does did done has have had",
    "would can could shall should may might must of for to in on at by from with within into onto as and so then whether",
    "what which who how when where please kindly could would like want know see check look looking tell give let just really actually right now currently moment today's",
    "ever also too very much many some all any anything something everything anyone someone everyone currently still yet already",
    "got get gets getting go goes going happen happened happens occurred occur come came seem seems think wonder wondering curious quick quickly ok okay fine",
    "have there things thing stuff kind type types sort one ones overview status currently present opened ours company organization environment system systems",
    "so far up out off again us via per vs exactly roughly approximately need me my mine i say said wrote write",
    "do does doing made make makes put bring pull hey hi thanks thank dear team's number total count",
    "recorded registered existing exist exists found logged reported raised created made filed responsible in",
    "i.e e.g started starting began begin begins general generally overall normally usual usually",
    "affecting concerning regarding related involving touching hitting relating mentioning mention mentions containing contain contains named called matching match include including",
    "plate side behalf hands moment time times day days week month year hour hours minute minutes period range window these days",
    "assigned assign belongs belonging",
  ]
    .join(" ")
    .split(" "),
);

/** Words that turn, compare or join. One that no rule has read makes the question unclear. */
export const operators: ReadonlySet<string> = new Set(
  "not no without except excluding besides neither nor or but than more less fewer over under above below beyond within before after until till unless only both either between against twice double half every second third another other same different longer shorter older younger newer later earlier while during whenever because instead rather versus vs minus plus outside inside least never always again once percent percentage ratio share forecast predict".split(
    " ",
  ),
);

/** Every word that the engine knows, for the correction of typos. */
export const knownWords: ReadonlySet<string> = new Set([
  ...concepts.flatMap((concept) => table[concept][1].split(/[, ]+/)),
  ...slotWords,
  ...timeWords,
  ...fillers,
  ...operators,
]);

/** Nouns and times: the only targets of a correction. A slip must not become a word that negates, compares or joins. */
export const correctable: readonly string[] =
  "incident incidents ticket tickets outage outages alert alerts alarm alarms change changes request requests approval approvals service services server servers database databases runbook runbooks workflow workflows policy policies silences schedule operation operations endpoint endpoints dependency dependencies member members latency metric metrics traces errors error severity priority assignee yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday january february march april august september october november december collectors collector telemetry network deployment deployments deployed".split(
    " ",
  );

import { madeOnce, type Person, type SharedPlane } from "@opsplane/tenant-plane/testing";
import { executionWhen } from "@opsplane/tenant-plane/testing/a-runbook";
import { failedWork } from "@opsplane/tenant-plane/testing/failed-work";
import { inject, vi } from "vitest";
import { highLoad, sendLoad } from "./load-metric.ts";
import { fillTraces } from "./shop-traces.ts";

export const hasTelemetry = inject("clickhouseProblem") === "";

/** The admin of a tenant with data for every page, including long words. All files share it, so tests change nothing there. */
export async function filledTenant(plane: SharedPlane): Promise<Person> {
  const { email, password, tenantId } = await madeOnce("filled tenant", async () => {
    const boss = await plane.tenant("enterprise");
    await fill(plane, boss);
    return { email: boss.email, password: boss.password, tenantId: boss.tokens.user.tenant_id };
  });
  return plane.login(email, password, tenantId);
}

/** Repeats background work that may find nothing yet. */
async function untilWorked(work: () => Promise<void>, isDone: () => Promise<boolean>): Promise<void> {
  const once = async () => {
    await work();
    return isDone();
  };
  await vi.waitUntil(once, { timeout: 180_000, interval: 100 });
}

async function fill(plane: SharedPlane, boss: Person): Promise<void> {
  const { api, tokens } = boss;
  const severities = ["P1", "P2", "P3", "P4", "P5"] as const;
  const node = await api.cmdb.create({ body: { name: "ci-1", class: "server" } });
  for (const severity of severities) {
    const title = `Something rather long happened to averyveryverylonghostname-${severity}.eu-west-1.example.com`;
    const description =
      "## Seen\n\n```\na long line of a log that does not fit on a narrow screen at all\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |";
    await api.incidents.create({
      body: { title, severity, description, assigned_to: tokens.user.id, ci_ids: [node.id], source: "prometheus" },
    });
  }
  const [first] = (await api.incidents.list({})).items;
  await api.incidents.addNote({ params: { id: first?.id ?? "" }, body: { body: "A note with `code`" } });
  await api.incidents.attach({ params: { id: first?.id ?? "" }, query: { name: "a log.txt" }, body: "a line" });
  await api.incidents.update({ params: { id: first?.id ?? "" }, body: { status: "open", title: "Renamed" } });
  await api.groups.create({ body: { name: "Network", member_ids: [tokens.user.id] } });
  await api.roles.create({ body: { name: "lead", permissions: ["incidents:read"] } });
  await api.apiKeys.create({ body: { name: "Alertmanager", role: "operator" } });
  await api.collectors.create({ body: { name: "Prometheus-averyveryverylonghostname.eu-west-1.example.com" } });
  await api.webhooks.create({
    body: {
      name: "Team chat",
      url: "https://averyveryverylonghostname.eu-west-1.example.com/hooks/opsplane/averyveryverylongpath",
      event_types: ["ci_class.updated"],
    },
  });
  await api.alertIntegrations.create({ body: { name: "Alertmanager-averyveryverylonghostname", type: "json" } });
  const secret = await api.secrets.create({ body: { name: "Login key", value: "a key" } });
  await api.hosts.create({
    body: {
      name: "host-averyveryverylonghostname.eu-west-1.example.com",
      address: "averyveryverylonghostname.eu-west-1.example.com",
      username: "ops",
      secret_id: secret.id,
      ci_id: node.id,
    },
  });
  await api.users.create({ body: { email: "invited@example.com", name: "In Vited", role: "viewer" } });
  await api.dashboards.create({ body: { template: "executive", visibility: "everyone" } });
  await fillItsm(boss, await plane.person("operator", boss));
  await fillRunbooks(boss);
  await fillWorkflows(boss);
  await fillCmdb(boss, node.id);
  await fillOnCall(boss);
  if (hasTelemetry) await fillTraces(boss);
  await fillAlerts(plane, boss);
  await fillSlos(plane, boss);
  await fillReports(boss);
  // Nothing is set aside, because that would be a problem in the health of the plane that all files share.
  await failedWork(plane, tokens.user.tenant_id, {
    kind: "write-report",
    workId: "write-report-averyveryverylongname",
    reason: "connect ECONNREFUSED averyveryverylonghostname.eu-west-1.example.com:8123",
    nextTryMinutes: 100_000,
  });
}

/** A report that has run, with a distribution list, a KPI, a price and an attestation. */
async function fillReports({ api }: Person) {
  const { id } = await api.reports.create({
    body: {
      name: "Review-averyveryverylongname",
      description: "For averyveryverylonghostname.eu-west-1.example.com",
      type: "Incident",
      schedule: "Weekly",
      data_sources: ["Incidents", "KPIs", "Compliance"],
      parameters: { range: "last_7_days", services: ["Shop-averyveryverylonghostname.eu-west-1.example.com"] },
    },
  });
  await api.reports.run({ params: { id }, body: {} });
  await api.reports.run({ params: { id }, body: { format: "JSON" } });
  await api.reportSubscriptions.create({
    params: { id },
    body: { name: "Management", recipients: ["averyveryverylongname@averyveryverylonghostname.eu-west-1.example.com"] },
  });
  await api.kpis.create({
    body: {
      name: "Open-averyveryverylongname",
      inputs: [{ name: "total", kind: "count", records: "incidents", severities: ["P1", "P2"] }],
      formula: "total + total + total + total + total + total",
      unit: "count",
      target: 10,
      better: "lower",
    },
  });
  await api.finops.createPrice({ body: { name: "Machine", unit: "item_hour", price: 0.1, currency: "EUR" } });
  await api.compliance.attest({ body: { control: "backup", statement: "Restored averyveryverylonghostname" } });
}

/** An alert that fires, policies of each signal, a silence and a window that repeats. */
async function fillAlerts({ schedules }: SharedPlane, person: Person) {
  const { api } = person;
  if (hasTelemetry) await sendLoad(person);
  await api.alertPolicies.create({
    body: {
      ...highLoad,
      name: "High load",
      description: "Look at `top`",
      labels: { team: "averyveryverylongteamname-averyveryverylongname" },
      severity_levels: [{ severity: "P1", threshold: 99 }],
    },
  });
  await api.alertPolicies.create({
    body: { name: "Errors", signal: "traces", condition: { type: "error_rate", threshold: 0.05 }, enabled: false },
  });
  const ends_at = new Date(Date.now() + 3_600_000).toISOString();
  const matchers = [{ name: "host", value: "averyveryverylonghostname.eu-west-1.example.com" }];
  await api.silences.create({ body: { matchers, ends_at, comment: "Disk is being replaced" } });
  const recurrence = { cron: "0 22 * * SUN", timezone: "Europe/Berlin", duration_minutes: 60 };
  await api.silences.create({ body: { kind: "maintenance", matchers, recurrence } });
  const isFiring = async () => (await api.alerts.counts({})).firing === 1;
  if (hasTelemetry) await untilWorked(() => schedules.runNow("alerts.evaluate"), isFiring);
}

/** An objective with policies and, where there are traces, with figures. */
async function fillSlos({ schedules }: SharedPlane, { api }: Person) {
  const indicator = { type: "availability" as const, service: "web" };
  const { id } = await api.slos.create({
    body: {
      ...{ name: "Web works", indicator, objective: 99.5, window_days: 30 },
      description: "See `averyveryverylonghostname.eu-west-1.example.com`",
    },
  });
  await api.slos.alerts({ params: { id } });
  const isMeasured = async () => ((await api.slos.get({ params: { id } })).status.total ?? 0) > 0;
  if (hasTelemetry) await untilWorked(() => schedules.runNow("slos.measure"), isMeasured);
}

/** A runbook with a step of each kind, its dry run, and an execution that waits. */
async function fillRunbooks(boss: Person) {
  const { api } = boss;
  const { id } = await api.runbooks.create({
    body: {
      name: "Free disk space",
      description: "On averyveryverylonghostname.eu-west-1.example.com",
      notes: "## When\n\nThe disk is *full*.",
      tags: ["disk", "averyveryverylongtag"],
      parameters: [
        { name: "days", type: "integer", default: 7, label: "Older than" },
        { name: "token", type: "secret" },
      ],
      steps: [
        { type: "manual", title: "Look first", instructions: "At `df`" },
        { type: "approval", title: "Ask", approver_type: "any", instructions: "Safe?" },
        {
          type: "command",
          title: "Clean",
          command: "find /averyveryverylongpath -mtime +{{ parameters.days }} -delete",
        },
        { type: "http", title: "Call", method: "POST", url: "https://averyveryverylonghostname.example.com/hook" },
        { type: "query", title: "Check", query: { source: "logs", service: "shop", operator: "<", threshold: 5 } },
        { type: "wait", title: "Wait", seconds: 5 },
      ],
      on_failure: [{ type: "notification", title: "Notify", message: "It failed", recipients: [] }],
      status: "published",
    },
  });
  const dryRun = await api.executions.execute({ params: { id }, body: { dry_run: true } });
  await executionWhen(boss, dryRun.id);
  const { id: executionId } = await api.executions.execute({ params: { id }, body: { incident_id: "INC-00000005" } });
  await executionWhen(boss, executionId, ({ status }) => status === "waiting");
}

/** A workflow with branches and a run that waits for an approval. */
async function fillWorkflows({ api }: Person) {
  const { id } = await api.workflows.create({
    body: {
      name: "Clean up",
      triggers: [{ type: "manual" }, { type: "schedule", cron: "0 6 * * *", timezone: "Europe/Berlin" }],
      inputs: [{ name: "size", type: "integer", default: 5 }],
      steps: [
        { id: "large", type: "condition", config: { expression: "input.size > 3" } },
        { id: "ask", type: "approval", name: "Ask", config: { approver_type: "any", allow_self_approval: true } },
        { id: "say", type: "notification", config: { message: "Averyveryverylongword-averyveryverylonghostname" } },
      ],
      edges: [
        { from: "large", to: "ask", condition: "true" },
        { from: "large", to: "say", condition: "false" },
        { from: "ask", to: "say" },
      ],
    },
  });
  await api.workflows.run({ params: { id }, body: {} });
}

/** A schedule with layers, an override and gaps, a policy, channels of each kind, and a page that is open. */
async function fillOnCall({ api, tokens: { user } }: Person) {
  const hour = 3_600_000;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const { id } = await api.users.create({
    body: { email: "oncall@example.com", name: "Averyverylongfirstname Averyverylonglastname", role: "operator" },
  });
  const schedule = await api.oncallSchedules.create({
    body: {
      name: "Primary-averyveryverylongname",
      timezone: "America/New_York",
      layers: [
        { user_ids: [user.id, id], starts_at: at(-100 * hour), rotation: "daily" },
        {
          name: "Nights",
          user_ids: [id],
          starts_at: at(-100 * hour),
          ends_at: at(400 * hour),
          restrictions: [{ days: ["sat", "sun"], start: "22:00", end: "06:00" }],
        },
      ],
    },
  });
  const gaps = { user_ids: [id], starts_at: at(-100 * hour), restrictions: [{ start: "09:00", end: "17:00" }] };
  await api.oncallSchedules.create({ body: { name: "Office hours", timezone: "UTC", layers: [gaps] } });
  await api.oncallSchedules.override({
    params: { id: schedule.id },
    body: { user_id: user.id, starts_at: at(-hour), ends_at: at(9 * hour), comment: "A swap" },
  });
  const url = "https://averyveryverylonghostname.eu-west-1.example.com/hooks/averyveryverylongpath";
  const shared = await api.channels.create({ body: { name: "Team chat", type: "slack", config: { url } } });
  await api.channels.create({ body: { name: "Phone", type: "webhook", config: { url }, user_id: "me" } });
  await api.channels.create({
    body: { name: "Push", type: "ntfy", config: { url, topic: "ops" }, user_id: "me", delay_seconds: 300 },
  });
  const policy = await api.escalationPolicies.create({
    body: {
      name: "Shop",
      repeat: 2,
      steps: [
        { targets: [{ type: "schedule", id: schedule.id }] },
        { delay_seconds: 300, severities: ["P1", "P2"], targets: [{ type: "channel", id: shared.id }] },
      ],
    },
  });
  await api.oncall.page({ body: { incident_id: "INC-00000005", escalation_policy_id: policy.id } });
}

/** A shop on a database on a host, with an incident on it. */
async function fillCmdb({ api, tokens }: Person, nodeId: string) {
  const create = (name: string, itsClass: string, fields: object = {}) =>
    api.cmdb.create({ body: { name, class: itsClass, environment: "production", ...fields } });
  const host = await create("Host of orders", "server");
  const database = await create("Store of orders", "database", {
    criticality: "critical",
    description: "Its *runbook*",
    attributes: { cores: 8, encrypted: true, replicas: ["a", "b"] },
    tags: ["pci"],
    owner: { type: "user", id: tokens.user.id },
  });
  const shop = await create("Shop-averyveryverylonghostname.eu-west-1.example.com", "business_service");
  await api.cmdb.relate({ body: { source_id: database.id, target_id: host.id, type: "runs_on" } });
  await api.cmdb.relate({ body: { source_id: shop.id, target_id: database.id, type: "depends_on" } });
  await api.incidents.update({ params: { id: "INC-00000005" }, body: { ci_ids: [database.id, nodeId] } });
}

/** Conflicting changes, a pending approval, and a catalog item. */
async function fillItsm({ api, tokens }: Person, other: Person) {
  const chain = await api.definitions.create({
    body: {
      name: "Board",
      default_for: ["normal"],
      steps: [
        { name: "Owner", approver_type: "user", approver_value: tokens.user.id },
        { approver: "any", required: false },
      ],
    },
  });
  const item = await api.cmdb.create({ body: { name: "db-averyveryverylonghostname.example.com", class: "database" } });
  const now = Date.now();
  for (const title of ["Upgrade the database", "Somethingverylongwithoutanyspaceinit-averyveryverylonghostname"])
    await other.api.changes.create({
      body: {
        title,
        ci_ids: [item.id],
        requested_start: new Date(now).toISOString(),
        requested_end: new Date(now + 3_600_000).toISOString(),
        implementation_plan: "1. Stop\n2. Start",
        status: "pending_approval",
      },
    });
  await api.recurringChanges.create({
    body: { title: "Patch the fleet", cron: "0 22 * * TUE#2", timezone: "Europe/Berlin", duration_minutes: 120 },
  });
  const mailbox = await api.catalog.create({
    body: {
      name: "Mailbox",
      category: "Access",
      icon: "mail",
      description: "A *shared* one",
      target_hours: 8,
      workflow_definition_id: chain.id,
      form: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", title: "Name" },
          kind: { type: "string", title: "Kind", enum: ["Shared", "Personal"] },
          members: { type: "array", title: "Members", items: { enum: ["Ann", "Bob"] } },
          why: { type: "string", title: "Why", format: "multiline" },
          soon: { type: "boolean", title: "Soon" },
        },
      },
    },
  });
  await api.catalog.create({ body: { name: "Disabled one", enabled: false } });
  await other.api.requests.create({ body: { catalog_item_id: mailbox.id, inputs: { name: "sales", soon: true } } });
}

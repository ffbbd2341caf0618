import { executionWhen } from "@opsplane/tenant-plane/testing/a-runbook";
import type { Person } from "@opsplane/tenant-plane/testing/people";
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test, vi } from "vitest";
import { heading, noProblems, pageProblems, untilLive, untilStill, violationsInBothThemes } from "./browser.ts";
import { highLoad, sendLoad } from "./load-metric.ts";
import { fillTraces, shopTraces } from "./shop-traces.ts";
import { openStage } from "./stage.ts";

const hasTelemetry = inject("clickhouseProblem") === "";
const stage = openStage();
let boss: Person;

beforeAll(async () => {
  boss = await stage.plane.tenant("enterprise");
  await fill(boss);
});

/** Data for every page, including long words. */
async function fill({ api, tokens }: Person) {
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
  await fillItsm(boss);
  await fillRunbooks(boss);
  await fillWorkflows(boss);
  await fillCmdb(boss, node.id);
  await fillOnCall(boss);
  if (hasTelemetry) await fillTraces(boss);
  await fillAlerts(boss);
  await fillSlos(boss);
  await fillReports(boss);
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
async function fillAlerts(person: Person) {
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
  const untilFiring = async () => expect((await api.alerts.counts({})).firing).toBe(1);
  if (hasTelemetry) await vi.waitFor(untilFiring, { timeout: 90_000, interval: 500 });
}

/** An objective with policies and, where there are traces, with figures. */
async function fillSlos({ api }: Person) {
  const indicator = { type: "availability" as const, service: "web" };
  const { id } = await api.slos.create({
    body: {
      ...{ name: "Web works", indicator, objective: 99.5, window_days: 30 },
      description: "See `averyveryverylonghostname.eu-west-1.example.com`",
    },
  });
  await api.slos.alerts({ params: { id } });
  const untilMeasured = async () => expect((await api.slos.get({ params: { id } })).status.total).toBeGreaterThan(0);
  if (hasTelemetry) await vi.waitFor(untilMeasured, { timeout: 90_000, interval: 500 });
}

/** A runbook with a step of each kind, its dry run, and an execution that waits. */
async function fillRunbooks({ api }: Person) {
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
async function fillItsm({ api, tokens }: Person) {
  const other = await stage.plane.person("operator", boss);
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

type Step = (page: Page) => Promise<unknown>;
const byNavigation =
  (name: string): Step =>
  (page) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
/** Through the side list of the settings area, which the navigation opens first. */
const bySettings =
  (name: string): Step =>
  async (page) => {
    const settings = page.getByRole("navigation", { name: "Settings" });
    // After a narrow window it takes a moment until one of both is back.
    await settings
      .or(page.getByRole("navigation", { name: "Main" }))
      .first()
      .waitFor();
    if (!(await settings.isVisible())) await byNavigation("Settings")(page);
    await settings.getByRole("link", { name, exact: true }).click();
  };

/** Every page by its heading, with the steps that open it. The walk through an area starts anywhere. */
const areas: Record<string, Record<string, Step>> = {
  operations: {
    Home: (page) => page.goto("/"),
    Incidents: (page) => page.goto("/incidents"),
    Renamed: (page) => page.getByRole("link", { name: "Renamed" }).click(),
    Alerts: byNavigation("Alerts"),
    "Alert policies": (page) => page.goto("/alerts/policies"),
    "High load": (page) => page.getByRole("link", { name: "High load" }).click(),
    "Edit High load": (page) => page.getByRole("link", { name: "Edit" }).click(),
    "New alert policy": (page) => page.goto("/alerts/policies/new"),
    Silences: (page) => page.goto("/alerts/silences"),
    Dashboards: byNavigation("Dashboards"),
    "Executive overview": (page) => page.getByRole("link", { name: "Executive overview" }).click(),
    Logs: byNavigation("Logs"),
    Metrics: byNavigation("Metrics"),
    Network: byNavigation("Network"),
    ...(hasTelemetry
      ? {
          Traces: byNavigation("Traces"),
          "web POST /checkout": (page) => page.goto(`/traces/${shopTraces.failed}?span=${shopTraces.charge}`),
        }
      : {}),
    Services: byNavigation("Services"),
    "RCA scorecard": byNavigation("RCA scorecard"),
    SLOs: byNavigation("SLOs"),
    "Web works": (page) => page.getByRole("link", { name: "Web works" }).click(),
    "Edit Web works": (page) => page.getByRole("link", { name: "Edit" }).click(),
    "New SLO": (page) => page.goto("/slos/new"),
  },
  "services and the CMDB": {
    CMDB: (page) => page.goto("/cmdb"),
    "Store of orders": (page) => page.getByRole("link", { name: "Store of orders" }).click(),
    "Host of orders": async (page) => {
      await page.goto("/cmdb?q=host");
      await page.getByRole("link", { name: "Host of orders" }).click();
      await page.getByRole("link", { name: "Impact" }).click();
      await page.locator(".react-flow__node").first().waitFor();
    },
    "Shop-averyveryverylonghostname.eu-west-1.example.com": async (page) => {
      await page.goto("/cmdb?q=shop");
      await page.getByRole("link", { name: /^Shop-/ }).click();
      await page.getByRole("link", { name: "Relationships" }).click();
    },
  },
  "changes and requests": {
    Changes: (page) => page.goto("/changes"),
    "Upgrade the database": (page) => page.getByRole("link", { name: "Upgrade the database" }).click(),
    "New change": (page) => page.goto("/changes/new"),
    "Recurring changes": (page) => page.goto("/changes/recurring"),
    "New recurring change": (page) => page.getByRole("link", { name: "New recurring change" }).first().click(),
    Requests: (page) => page.goto("/requests?scope=all"),
    Mailbox: (page) => page.getByRole("link", { name: "Mailbox" }).click(),
    Catalog: byNavigation("Catalog"),
    "Edit Mailbox": (page) => page.getByRole("link", { name: "Edit Mailbox" }).click(),
    Approvals: byNavigation("Approvals"),
  },
  "on-call": {
    "On-call": (page) => page.goto("/oncall"),
    Schedules: (page) => page.getByRole("link", { name: "Schedules" }).click(),
    "Primary-averyveryverylongname": (page) => page.getByRole("link", { name: /^Primary-/ }).click(),
    "Edit Primary-averyveryverylongname": (page) => page.getByRole("link", { name: "Edit" }).click(),
    "New schedule": (page) => page.goto("/oncall/schedules/new"),
    "Escalation policies": (page) => page.goto("/oncall/escalation-policies"),
    Shop: (page) => page.getByRole("link", { name: "Shop" }).click(),
    "New escalation policy": (page) => page.goto("/oncall/escalation-policies/new"),
    Channels: (page) => page.goto("/oncall/channels"),
  },
  automation: {
    Executions: (page) => page.goto("/executions"),
    "Runbook library": (page) => page.goto("/runbooks/library"),
    "New runbook": (page) => page.goto("/runbooks/new"),
    Runbooks: byNavigation("Runbooks"),
    "Free disk space": async (page) => {
      await page.goto("/executions?dry=none");
      await page.getByRole("link", { name: "Free disk space" }).click();
    },
    Workflows: byNavigation("Workflows"),
    "Clean up": async (page) => {
      await page.getByRole("link", { name: "Clean up" }).click();
      await page.locator(".react-flow__node").first().waitFor();
    },
    "New workflow": (page) => page.goto("/workflows/new?form=list"),
    "Workflow runs": (page) => page.goto("/workflows/runs"),
  },
  reports: {
    Reports: (page) => page.goto("/reports"),
    "Review-averyveryverylongname": async (page) => {
      await page
        .getByRole("link", { name: /^Review-/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Open" }).first().click();
      await page.getByRole("region", { name: "JSON output" }).waitFor();
    },
    "Edit Review-averyveryverylongname": async (page) => {
      await page.getByRole("link", { name: "Edit" }).click();
      await page.getByTitle("Preview of the report").waitFor();
    },
    "New report": (page) => page.goto("/reports/new"),
    KPIs: (page) => page.goto("/reports/kpis"),
    "Open-averyveryverylongname": (page) => page.getByRole("link", { name: /^Open-/ }).click(),
    "New KPI": (page) => page.goto("/reports/kpis/new"),
    Costs: (page) => page.goto("/reports/costs"),
    Compliance: (page) => page.goto("/reports/compliance?control=second_factor"),
  },
  settings: {
    "Approval chains": (page) => page.goto("/settings/approval-chains"),
    Board: (page) => page.getByRole("link", { name: "Board" }).click(),
    "License & usage": bySettings("License & usage"),
    Users: bySettings("Users"),
    Groups: bySettings("Groups"),
    Roles: bySettings("Roles"),
    "API keys": bySettings("API keys"),
    Collectors: bySettings("Collectors"),
    Secrets: bySettings("Secrets"),
    Telemetry: bySettings("Telemetry"),
    "Audit log": bySettings("Audit log"),
    Notice: bySettings("Notice"),
    AI: bySettings("AI"),
    "Alert sources": bySettings("Alert sources"),
    "Alertmanager-averyveryverylonghostname": async (page) => {
      await page.getByRole("link", { name: /^Alertmanager-/ }).click();
      await page.getByRole("link", { name: "Settings and test" }).click();
    },
    Webhooks: bySettings("Webhooks"),
    Hosts: bySettings("Hosts"),
    Profile: async (page) => {
      await page.getByRole("button", { name: /^Account menu/ }).click();
      await page.getByRole("menuitem", { name: "Profile" }).click();
    },
    "Page not found": (page) => page.goto("/nowhere"),
  },
};

async function settled(page: Page) {
  await untilLive(page);
  await untilStill(page);
}

/** These have another layout on a narrow screen; the other pages only wrap. */
const narrowLayouts = [
  "Incidents",
  "Renamed",
  "Alerts",
  "Alert policies",
  "Edit High load",
  "Silences",
  "SLOs",
  "Web works",
  "Edit Web works",
  "Changes",
  "Requests",
  "CMDB",
  "Host of orders",
  "Traces",
  "web POST /checkout",
  "Primary-averyveryverylongname",
  "Reports",
  "Review-averyveryverylongname",
];

/** The first page of each area is scanned as a whole; on the others what surrounds them is the same. */
const wholePages = ["Home", "Approval chains"];

test.each(Object.entries(areas))(
  "axe finds no serious violation on the pages of %s in either theme, and none overflows at 390 pixels",
  async (_area, pages) => {
    const page = await stage.visit(boss, { colorScheme: "dark" });
    for (const [name, open] of Object.entries(pages)) {
      await open(page);
      await heading(page, name).waitFor();
      await untilLive(page);
      const scan = wholePages.includes(name) ? {} : { within: "main" };
      const problems = await pageProblems(page, { ...scan, narrowToo: narrowLayouts.includes(name) });
      expect.soft({ name, ...problems }).toEqual({ name, ...noProblems });
    }
  },
);

test("axe finds no serious violation in login, dialogs, menus and the palette in either theme", async () => {
  const problems: Record<string, unknown> = {};
  const check = async (page: Page, name: string) => {
    await untilStill(page);
    const found = await violationsInBothThemes(page);
    if (found.length > 0) problems[name] = found;
  };
  const stranger = await stage.stranger({ colorScheme: "dark" });
  await stranger.goto("/incidents");
  await stranger.getByRole("heading", { name: "Sign in" }).waitFor();
  await check(stranger, "login");
  const page = await stage.visit(boss, { colorScheme: "dark" });
  await page.goto("/incidents");
  await heading(page, "Incidents").waitFor();
  await settled(page);
  const layers: [string, () => Promise<unknown>][] = [
    ["palette", () => page.keyboard.press("Control+k")],
    ["new incident", () => page.keyboard.press("n")],
    ["keys", () => page.keyboard.press("?")],
  ];
  for (const [name, open] of layers) {
    await open();
    await page.getByRole("dialog").waitFor();
    await check(page, name);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  await page.getByRole("button", { name: /^Status/ }).click();
  await page.getByRole("menu").waitFor();
  await check(page, "menu");
  await page.goto("/settings/roles?role=lead");
  await page.getByRole("dialog").waitFor();
  await check(page, "role");
  await page.goto("/alerts/silences");
  await page.getByRole("button", { name: "New silence" }).first().click();
  await page.getByRole("radio", { name: "Maintenance window" }).check();
  await page.getByRole("switch", { name: "Repeating window" }).press("Space");
  await page.getByText("Next windows begin").waitFor();
  await check(page, "silence");
  await page.goto("/settings/audit");
  await page.getByRole("button", { name: "incidents.update" }).first().click();
  await page.getByText("Show history of this").waitFor();
  await check(page, "audit entry");
  expect(problems).toEqual({});
});

test("a viewer sees no edit buttons and no administration, and a page names the missing permission", async () => {
  const viewer = await stage.plane.person("viewer", boss);
  const page = await stage.visit(viewer);
  await page.goto("/incidents/INC-00000005");
  await heading(page, "Renamed").waitFor();
  for (const name of ["Acknowledge", "Edit the title", "Edit description"])
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
  expect(await page.getByLabel("Note, in markdown").count()).toBe(0);
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const main = [
    ...["Home", "Incidents", "Alerts", "On-call", "Dashboards", "Logs", "Metrics", "Traces", "Network"],
    ...["Services", "CMDB", "Changes", "Requests", "Catalog", "Approvals", "Runbooks", "Executions", "Workflows"],
    ...["RCA scorecard", "SLOs", "Reports", "Settings"],
  ];
  // A link may end with a count, such as that of firing alerts.
  expect((await links.allTextContents()).map((text) => text.replace(/\d+ \w+$/, ""))).toEqual(main);
  await links.filter({ hasText: "Settings" }).click();
  await heading(page, "Approval chains").waitFor();
  const settings = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  expect(await settings.allTextContents()).toEqual(["Back", "Approval chains"]);
  for (const [path, permission] of [
    ["license", "admin:license"],
    ["users", "admin:users"],
    ["groups", "admin:groups"],
    ["roles", "admin:roles"],
    ["api-keys", "admin:api_keys"],
    ["collectors", "admin:collectors"],
    ["telemetry", "admin:telemetry"],
    ["alert-sources", "admin:integrations"],
    ["webhooks", "admin:webhooks"],
    ["hosts", "admin:hosts"],
    ["audit", "admin:audit"],
  ]) {
    await page.goto(`/settings/${path}`);
    await page.getByText("You don't have access").waitFor();
    await page.getByText(permission ?? "").waitFor();
  }
});

test("pages are pinned and groups closed, and a reload keeps both", async () => {
  const page = await stage.visit(boss);
  await page.goto("/incidents");
  await heading(page, "Incidents").waitFor();
  const nav = page.getByRole("navigation", { name: "Main" });
  await nav.getByRole("button", { name: "Pin Catalog" }).click();
  await nav.getByRole("list", { name: "Pinned" }).getByRole("link", { name: "Catalog" }).waitFor();
  await nav.getByRole("button", { name: "Services", exact: true }).click();
  await nav.getByRole("link", { name: "CMDB" }).waitFor({ state: "hidden" });
  await page.reload();
  await nav.getByRole("list", { name: "Pinned" }).getByRole("link", { name: "Catalog" }).waitFor();
  expect(await nav.getByRole("link", { name: "CMDB" }).count()).toBe(0);
  await page.keyboard.press("g");
  await page.keyboard.press("1");
  await heading(page, "Catalog").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press(",");
  await heading(page, "License & usage").waitFor();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Back" }).click();
  await heading(page, "Catalog").waitFor();
  await nav.getByRole("button", { name: "Pin Catalog" }).click();
  expect(await nav.getByRole("list", { name: "Pinned" }).count()).toBe(0);
});

test("a narrow window shows icons with labels on focus, and a phone a bar at the bottom", async () => {
  const page = await stage.visit(boss, { viewport: { width: 1100, height: 800 } });
  await page.goto("/incidents");
  const changes = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Changes" });
  await changes.waitFor();
  expect(await changes.textContent()).toBe("");
  await changes.focus();
  await page.getByRole("tooltip", { name: "Changes" }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.getByRole("navigation", { name: "Quick access" });
  await bar.getByRole("link", { name: "Approvals" }).click();
  await heading(page, "Approvals").waitFor();
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "CMDB" }).click();
  await heading(page, "CMDB").waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await bar.getByRole("button", { name: "Search" }).click();
  await page.getByRole("textbox", { name: "Search or jump to" }).waitFor();
});

test.each([
  ["/workflows/definitions", "/settings/approval-chains"],
  ["/settings/profile", "/profile"],
  ["/settings", "/settings/license"],
])("the address %s redirects to %s", async (from, to) => {
  const page = await stage.visit(boss);
  await page.goto(from);
  await expect.poll(() => new URL(page.url()).pathname).toBe(to);
});

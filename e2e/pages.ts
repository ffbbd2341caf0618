import type { Person } from "@opsplane/tenant-plane/testing";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { heading, noProblems, pageProblems, untilLive } from "./browser.ts";
import { filledTenant, hasTelemetry } from "./filled-tenant.ts";
import { shopTraces } from "./shop-traces.ts";
import { openStage } from "./stage.ts";

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
const areas = {
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
    "Failed work": bySettings("Failed work"),
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
} as const satisfies Record<string, Record<string, Step>>;

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

/** Every page of these areas with its data. The walk through an area takes one tab. */
export function testPages(...names: (keyof typeof areas)[]): void {
  const stage = openStage();
  let boss: Person;
  beforeAll(async () => {
    boss = await filledTenant(stage.plane);
  });

  test.each(names)(
    "axe finds no serious violation on the pages of %s in either theme, and none overflows at 390 pixels",
    async (area) => {
      const page = await stage.visit(boss, { colorScheme: "dark" });
      for (const [name, open] of Object.entries<Step>(areas[area])) {
        await open(page);
        await heading(page, name).waitFor();
        await untilLive(page);
        const scan = wholePages.includes(name) ? {} : { within: "main" };
        const problems = await pageProblems(page, { ...scan, narrowToo: narrowLayouts.includes(name) });
        expect.soft({ name, ...problems }).toEqual({ name, ...noProblems });
      }
    },
  );
}

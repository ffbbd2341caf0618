import { randomBytes } from "node:crypto";
import { anExport } from "@opsplane/tenant-plane/testing/an-export";
import type { Person } from "@opsplane/tenant-plane/testing/people";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { heading, noProblems, pageProblems } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
const minute = 60_000;
const patience = { timeout: 180_000, interval: 500 };

/** 200 calls of the last half hour, of which 4 failed. */
async function sendCalls({ api }: Person): Promise<void> {
  const start = Date.now() - 30 * minute;
  const spans = Array.from({ length: 200 }, (_, index) => ({
    trace: randomBytes(16).toString("hex"),
    id: randomBytes(8).toString("hex"),
    service: "checkout",
    name: "POST /pay",
    kind: "server" as const,
    at: start + index * 1000,
    ms: 40,
    failed: index % 50 === 0,
  }));
  await api.ingest.otlpTraces({ body: anExport(spans) });
}

describe.skipIf(inject("clickhouseProblem") !== "")("SLOs", () => {
  let boss: Person;
  beforeAll(async () => {
    boss = await stage.plane.tenant("enterprise");
    await sendCalls(boss);
  });

  test("an objective is defined with a preview, measured, given alert policies, edited and deleted", async () => {
    const page = await stage.visit(boss);
    await page.goto("/slos");
    await heading(page, "SLOs").waitFor();
    await page.getByRole("link", { name: "Create your first SLO" }).click();
    await heading(page, "New SLO").waitFor();
    await page.getByRole("button", { name: "Create SLO" }).click();
    await page.getByText("Can't save yet. Enter a name.").waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("Checkout works");
    await page.getByRole("combobox", { name: "Service" }).fill("checkout");
    await page.getByText("Calls of checkout without an error").waitFor();
    const preview = page.getByRole("region", { name: "Preview figures" });
    await preview.getByText("Breached").waitFor();
    await preview.getByText("98%").waitFor();
    // 96 percent of 200 calls allow 8 failures, of which 4 are spent.
    await page.getByRole("textbox", { name: "Objective" }).fill("96");
    await preview.getByText("50%").waitFor();
    await preview.getByText("8 allowed").waitFor();
    expect(await pageProblems(page, { within: "main", narrowToo: true })).toEqual(noProblems);
    await page.getByRole("button", { name: "Create SLO" }).click();
    await heading(page, "Checkout works").waitFor();

    const article = page.getByRole("article", { name: "Checkout works" });
    await expect.poll(() => article.getByText("Met", { exact: true }).count(), patience).toBeGreaterThan(0);
    await article.getByText("98%").waitFor();
    await article.getByRole("button", { name: "Create alert policies" }).click();
    const policies = article.getByRole("list", { name: "Alert policies" });
    await policies.getByRole("link", { name: "Burns above 14.4× over 1h and 5m" }).waitFor();
    expect(await policies.getByRole("listitem").count()).toBe(4);
    expect(await article.getByRole("button", { name: "Create alert policies" }).count()).toBe(0);
    await policies.getByRole("link", { name: "Burns above 6× over 6h and 30m" }).click();
    await heading(page, "Checkout works: budget burn over 6h").waitFor();
    await page.getByText("Burn rate over 6h and 30m is above 6×").first().waitFor();
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Burn rate", { exact: true }).waitFor();
    expect(await page.getByLabel("SLO", { exact: true }).first().inputValue()).toBe("Checkout works");

    await page.goto("/slos?state=met");
    const row = page.getByRole("table", { name: "SLOs" }).getByRole("row").filter({ hasText: "Checkout works" });
    await row.getByText("50%").waitFor();
    await page.goto("/slos?state=breached");
    await page.getByText("No matching SLOs").waitFor();
    await page.goto("/services/checkout");
    await page.getByRole("region", { name: "SLOs" }).getByRole("link", { name: "Checkout works" }).click();

    await page.getByRole("link", { name: "Edit" }).click();
    await heading(page, "Edit Checkout works").waitFor();
    await page.getByRole("textbox", { name: "Objective" }).fill("99");
    await page.getByRole("button", { name: "Save" }).click();
    await heading(page, "Checkout works").waitFor();
    await article.getByText("Breached").first().waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByText("its alert policies are deleted").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No SLOs yet").waitFor();
    expect((await boss.api.alertPolicies.list({})).total).toBe(0);
  });

  test("a viewer reads but has no buttons to change", async () => {
    const indicator = { type: "availability" as const, service: "checkout" };
    const { id } = await boss.api.slos.create({
      body: { name: "Seen by all", indicator, objective: 99, window_days: 7 },
    });
    const viewer = await stage.plane.person("viewer", boss);
    const page = await stage.visit(viewer);
    await page.goto("/slos");
    await page.getByRole("link", { name: "Seen by all" }).click();
    await heading(page, "Seen by all").waitFor();
    await page.getByText("No alert policies yet.").waitFor();
    for (const name of ["Edit", "New SLO", "More actions", "Create alert policies"])
      expect(
        await page
          .getByRole("button", { name })
          .or(page.getByRole("link", { name, exact: true }))
          .count(),
      ).toBe(0);
    await page.goto(`/slos/${id}/edit`);
    await page.getByText("slos:write").waitFor();
  });
});

import type { Person } from "@opsplane/tenant-plane/testing/people";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { noProblems, pageProblems } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
const minute = 60_000;
const until = Math.floor(Date.now() / minute) * minute;

/** Lines spread over ten minutes that end `ago`. */
function lines(
  count: number,
  said: (index: number) => string,
  more: { level?: string; service?: string; ago?: number } = {},
) {
  const { ago = 0, level = "info", service = "shop" } = more;
  return Array.from({ length: count }, (_, index) => ({
    timestamp: new Date(until - ago - 10 * minute + Math.floor((index * 10 * minute) / count)).toISOString(),
    ...{ level, service, message: said(index) },
  }));
}

describe.skipIf(inject("clickhouseProblem") !== "")("patterns of logs", () => {
  let boss: Person;
  beforeAll(async () => {
    boss = await stage.plane.tenant("enterprise");
    const paid = (index: number) => `Order ${1000 + index} paid in ${index * 7} ms`;
    const opened = (index: number) => `Session ${index} opened by 10.0.0.${index % 250}`;
    await boss.api.ingest.logs({
      body: [
        ...lines(60, paid),
        ...lines(60, paid, { ago: 10 * minute }),
        ...lines(80, opened, { service: "auth" }),
        ...lines(20, opened, { service: "auth", ago: 10 * minute }),
        ...lines(6, (index) => `Card of customer ${index} was declined: code ${index}`, {
          level: "error",
          service: "payments",
        }),
        ...lines(4, (index) => `Stock of item ${index} is low`, { level: "warn", ago: 10 * minute }),
      ],
    });
  });

  const range = `from=${new Date(until - 10 * minute).toISOString()}&to=${new Date(until).toISOString()}`;
  const open = async (path: string, options = {}): Promise<Page> => {
    const page = await stage.visit(boss, options);
    await page.goto(path);
    return page;
  };
  const searchOf = (page: Page) => new URL(page.url()).searchParams;
  const table = (page: Page) => page.getByRole("table", { name: "Log patterns" });
  const row = (page: Page, text: string) => table(page).getByRole("row").filter({ hasText: text });

  test("show what the records say, how often, and what changed, without a problem in either theme or at 390 pixels", async () => {
    const page = await open(`/logs?${range}`, { colorScheme: "dark" });
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Patterns" }).click();
    await table(page).waitFor();
    expect(searchOf(page).get("tab")).toBe("patterns");
    await expect.poll(() => row(page, "Order <*> paid in <*> ms").innerText()).toMatch(/60[\s\S]*41%[\s\S]*Steady/);
    expect(await row(page, "Session <*> opened by <*>").innerText()).toMatch(/80[\s\S]*Rising[\s\S]*20 before/);
    expect(await row(page, "was declined").innerText()).toMatch(/error[\s\S]*6[\s\S]*New[\s\S]*payments/);
    expect(await row(page, "is low").innerText()).toContain("Gone");
    await page.getByText("What changed", { exact: true }).click();
    await expect.poll(() => table(page).getByRole("row").nth(1).innerText()).toContain("was declined");
    expect(searchOf(page).get("sort")).toBe("novelty");
    expect(await pageProblems(page, { within: "main" })).toEqual(noProblems);
  });

  test("are found by text, and one opens its records with the keyboard", async () => {
    const page = await open(`/logs?${range}&tab=patterns`);
    await page.getByRole("searchbox", { name: "Find patterns" }).fill("declined");
    await expect.poll(() => table(page).getByRole("row").count()).toBe(2);
    await expect.poll(() => searchOf(page).get("find")).toBe("declined");
    const link = table(page).getByRole("link", { name: /was declined/ });
    await link.focus();
    await page.keyboard.press("Enter");
    const records = page.getByRole("table", { name: "Log records" }).getByRole("row");
    await expect.poll(() => records.filter({ hasText: "was declined: code" }).count()).toBe(6);
    expect(await records.filter({ hasText: "paid in" }).count()).toBe(0);
    expect(searchOf(page).get("tab")).toBeNull();
    await page.goBack();
    await expect.poll(() => table(page).getByRole("row").count()).toBe(2);
  });

  test("say so when nothing matches", async () => {
    const page = await open(`/logs?${range}&tab=patterns&q=nothing-like-this`);
    await page.getByText("No matching records").waitFor();
    const other = await open(`/logs?${range}&tab=patterns&find=unheard`);
    await other.getByText("No pattern contains “unheard”.").waitFor();
  });
});

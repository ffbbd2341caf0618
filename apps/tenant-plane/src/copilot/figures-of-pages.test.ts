import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { seedTenant } from "../../test/copilot-seed.ts";
import { type Plane, startPlane } from "../../test/plane.ts";

// What the copilot says about SLOs, KPIs, reports, dashboards and costs is what their pages show: both are compared with the API.

describe.skipIf(inject("clickhouseProblem") !== "")("the figures of the copilot are those of the pages", () => {
  let plane: Plane;
  let close: () => Promise<void>;
  beforeAll(async () => {
    plane = await startPlane({ ACCESS_TOKEN_SECONDS: "86400" }, { telemetry: true });
    ({ close } = await seedTenant(plane, plane.admin, true));
    const { reports } = plane.admin.api;
    for (const name of ["Weekly incidents", "Night incidents"])
      await reports.create({
        body: {
          name,
          type: "Custom",
          data_sources: ["incidents"],
          schedule: name.startsWith("Weekly") ? "Weekly" : "Off",
        },
      });
  });
  afterAll(async () => {
    await close?.();
    await plane?.close();
  });

  const answerTo = async (query: string) => {
    const { answer, answered } = await plane.admin.api.copilot.query({ body: { query } });
    expect(answered, query).toBe(true);
    return answer
      .replace(/\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, "$1")
      .replace(/\\(.)/g, "$1")
      .replaceAll("**", "");
  };
  const rounded = (value: number | null, digits: number) =>
    value === null
      ? "no data"
      : Number(value.toFixed(digits)).toLocaleString("en-US", { maximumFractionDigits: digits });

  test("SLOs: objective, attainment, budget and state of each", async () => {
    const { items } = await plane.admin.api.slos.list();
    expect(items.length).toBeGreaterThan(0);
    expect(await answerTo("How many SLOs are there?")).toMatch(new RegExp(`^${items.length} SLO`));
    for (const { name, objective, status } of items) {
      const answer = await answerTo(`What is the attainment of the SLO ${name}?`);
      expect(answer).toContain(`attainment: ${percent(status.attainment)}`);
      expect(answer).toContain(`error budget left: ${percent(status.budget.remaining)}`);
      expect(answer).toContain(`objective ${percent(objective)}`);
      expect(answer).toContain(`State: ${status.state.replaceAll("_", " ")}`);
    }
    const atRisk = items.filter(({ status }) => status.state === "at_risk").length;
    expect(await answerTo("Which SLOs are at risk?")).toMatch(new RegExp(`^${atRisk} SLO`));
  });

  test("KPIs: the value of each over the same range", async () => {
    const { kpis } = plane.admin.api;
    const { items, total } = await kpis.list();
    expect(total).toBeGreaterThan(0);
    expect(await answerTo("How many KPIs are there?")).toMatch(new RegExp(`^${total} KPI`));
    const [to, from] = [new Date(), new Date(Date.now() - 30 * 86_400_000)];
    for (const { name, inputs, formula, unit } of items) {
      const range = { from: from.toISOString(), to: to.toISOString() };
      const { value } = await kpis.evaluate({ body: { inputs, formula, ...range } });
      const answer = await answerTo(`What is the value of the KPI ${name}?`);
      const shown = /: ([\d,.]+)/.exec(answer)?.[1]?.replaceAll(",", "");
      if (unit === "number" || unit === "percent")
        expect(Math.abs(Number(shown) - (value ?? Number.NaN)), `${name}: ${answer}`).toBeLessThan(0.06);
    }
  });

  test("reports: how many, and with which schedule", async () => {
    const { reports } = plane.admin.api;
    const { total } = await reports.list();
    const weekly = await reports.list({ query: { schedule: ["Weekly"] } });
    expect(weekly.total).toBeGreaterThan(0);
    expect(await answerTo("How many reports are there?")).toMatch(new RegExp(`^${total} report`));
    const answer = await answerTo("Which reports run weekly?");
    expect(answer).toMatch(new RegExp(`^${weekly.total} report`));
    for (const { name, type } of weekly.items) expect(answer).toContain(`${name}: ${type}, schedule Weekly`);
  });

  test("dashboards: how many, and their widgets", async () => {
    const { items, total } = await plane.admin.api.dashboards.list();
    expect(total).toBeGreaterThan(0);
    const answer = await answerTo("Which dashboards are there?");
    expect(answer).toMatch(new RegExp(`^${total} dashboard`));
    for (const { name, widget_count: widgets } of items.slice(0, 10))
      expect(answer).toContain(`${name}: ${widgets} widget`);
  });

  test("costs: the sum by class, and the service that costs the most", async () => {
    const { finops } = plane.admin.api;
    const range = { from: "now-30d", to: "now" };
    const { items } = await finops.costs({ query: { by: "class", ...range, limit: 1000 } });
    expect(items.length).toBeGreaterThan(0);
    const sum = items.reduce((all, { cost }) => all + cost, 0);
    const shown = /^Costs: ([\d,.]+)/.exec(await answerTo("What are our costs by class?"))?.[1]?.replaceAll(",", "");
    // Costs run on while the test asks.
    expect(Number(shown)).toBeCloseTo(sum, 0);
    const [top] = (await finops.costs({ query: { by: "service", ...range } })).items;
    expect(await answerTo("Which service costs the most?")).toMatch(new RegExp(`^${top?.name} costs the most: `));
  });

  const percent = (value: number | null) => (value === null ? "no data" : `${rounded(value, 3)} %`);
});

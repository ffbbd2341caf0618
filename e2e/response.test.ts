import { beforeAll, expect, test } from "vitest";
import { heading, noProblems, pageProblems, untilLive } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let boss: Awaited<ReturnType<typeof stage.fresh>>["boss"];
let itemId: string;

beforeAll(async () => {
  boss = await stage.plane.tenant();
  const { api } = boss;
  const [web, db] = [
    await api.cmdb.create({ body: { name: "checkout", class: "service" } }),
    await api.cmdb.create({ body: { name: "payments-db", class: "database" } }),
  ];
  itemId = web.id;
  await api.cmdb.relate({ body: { source_id: web.id, target_id: db.id, type: "depends_on" } });
  await api.incidents.create({ body: { title: "Disk is full", severity: "P1", ci_ids: [db.id] } });
  await api.runbooks.create({
    body: {
      name: "Restart checkout",
      ci_classes: ["service"],
      status: "published",
      steps: [{ type: "manual", title: "Restart", instructions: "Restart it." }],
    },
  });
});

test("an incident that an alert opens shows its analysis and suggested runbooks by itself", async () => {
  const page = await stage.visit(boss);
  await page.goto("/incidents");
  await untilLive(page);
  await boss.api.response.inject({ body: { title: "Checkout fails", severity: "P1", ci_ids: [itemId] } });
  await page.getByRole("link", { name: "Checkout fails" }).click();
  await heading(page, "Checkout fails").waitFor();

  const analysis = page.getByRole("region", { name: "Analysis" });
  await analysis
    .getByText(/^Likely cause: incident INC-00000001 \(Disk is full\) on payments-db, 1 hop upstream/)
    .waitFor();
  await analysis.getByText("High confidence").or(analysis.getByText("Medium confidence")).waitFor();
  const causes = analysis.getByRole("list", { name: "Causes, most likely first" });
  await causes.getByRole("link", { name: "checkout depends on payments-db." }).waitFor();
  const timeline = page.getByRole("list", { name: /Timeline/ });
  await timeline.getByText(/found a likely cause: incident/).waitFor();
  await timeline.getByRole("link", { name: "Restart checkout" }).waitFor();
  expect(await pageProblems(page)).toEqual(noProblems);

  await causes.getByRole("button", { name: "This was it: INC-00000001: Disk is full" }).click();
  await causes.getByText("Confirmed").waitFor();
  await causes.getByRole("button", { name: "Was not: INC-00000001: Disk is full" }).click();
  await causes.getByText("Not the cause").waitFor();
  await analysis.getByRole("button", { name: "None of these was it" }).click();
  await analysis.getByText("Another cause was confirmed.").waitFor();

  const runbooks = page.getByRole("region", { name: "Suggested runbooks" });
  await runbooks.getByText("Made for service").waitFor();
  await runbooks.getByRole("button", { name: "Run Restart checkout" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Execute", exact: true }).click();
  await heading(page, /Restart checkout/).waitFor();
  await page.goBack();
  await page
    .getByRole("region", { name: "Runbooks", exact: true })
    .getByText(/EXE-\d+/)
    .waitFor();

  await causes.getByRole("link", { name: "INC-00000001: Disk is full" }).click();
  await heading(page, "Disk is full").waitFor();
});

test("an incident of a person is analyzed on request, and readers only see the result", async () => {
  const { reference } = await boss.api.incidents.create({ body: { title: "By hand" } });
  const [page, readers] = [await stage.visit(boss), await stage.visit(await stage.plane.person("viewer", boss))];
  await Promise.all([page, readers].map((each) => each.goto(`/incidents/${reference}`)));
  await Promise.all([page, readers].map(untilLive));
  const [analysis, seen] = [page, readers].map((each) => each.getByRole("region", { name: "Analysis" }));
  if (!analysis || !seen) throw new Error("two pages");
  await seen.getByText("Not analyzed yet.").waitFor();
  expect(await seen.getByRole("button").count()).toBe(0);
  await analysis.getByRole("button", { name: "Analyze" }).click();
  await seen.getByText("No likely cause found: the incident names no CI.").waitFor();
  await analysis.getByRole("button", { name: "Analyze again" }).waitFor();
  await analysis.getByText("What was checked").click();
  await analysis.getByText("CIs: the incident names none").waitFor();
});

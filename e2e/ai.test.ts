import { type ModelServer, startModelServer } from "@opsplane/tenant-plane/testing/model-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { heading, noProblems, pageProblems } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
});
afterAll(() => model.close());

test("an admin chooses a provider, tests it, and sees usage and calls", async () => {
  const { page } = await stage.fresh();
  await page.goto("/settings/ai");
  await heading(page, "AI").waitFor();
  await page.getByText("Nothing is sent to other servers.").waitFor();
  await page.getByText("No calls yet").waitFor();
  await page.getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option", { name: "OpenAI-compatible" }).click();
  await page.getByLabel("Model").fill("test-model");
  await page.getByLabel("Address").fill(`${model.url}/v1`);
  await page.getByRole("textbox", { name: "API key" }).fill("sk-0123456789abcdef");
  await page.getByRole("switch", { name: "Use this provider" }).click({ force: true });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("AI settings saved").waitFor();
  await page.getByText("Stored: …cdef").waitFor();

  const result = page.getByRole("status", { name: "Test result" });
  await page.getByRole("button", { name: "Test provider" }).click();
  await result.getByText(/test-model answered in \d+ ms: ready/).waitFor();
  model.answer = () => ({ status: 401 });
  await page.getByRole("button", { name: "Test provider" }).click();
  await result.getByText("The provider refused the API key (401).").waitFor();
  model.answer = () => ({ text: "ready" });
  const calls = page.getByRole("region", { name: "Calls", exact: true });
  await calls.getByText("Failed").waitFor();
  await calls.getByText("Answered").waitFor();
  expect(await page.content()).not.toContain("sk-0123456789abcdef");
  expect(await pageProblems(page)).toEqual(noProblems);
});

test("a description becomes a draft in the editor that says why", async () => {
  const { page } = await stage.fresh();
  await page.goto("/runbooks");
  await page.getByRole("button", { name: "Generate" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Generate runbook" });
  await dialog.getByRole("button", { name: "Generate draft" }).click();
  await dialog.getByText("Describe what happens.").waitFor();
  await dialog.getByLabel("What happens?").fill("Redis evicts keys all the time and the hit rate fell to 40 %");
  await dialog.getByRole("button", { name: "Generate draft" }).click();
  await heading(page, /^Cache misses or evictions/).waitFor();
  const generated = page.getByRole("region", { name: "Generated" });
  await generated.getByText(/fits with \d+ % confidence, because the description says/).waitFor();
  await generated.getByText("Other failures that could fit").waitFor();
  await generated.getByText("No problems when it was generated.").waitFor();
  await generated.getByText("Redis", { exact: true }).waitFor();
  expect(await pageProblems(page)).toEqual(noProblems);
});

test("a runbook is generated on the page of an incident", async () => {
  const { boss, page } = await stage.fresh();
  const { reference } = await boss.api.incidents.create({ body: { title: "No space left on device on web-1" } });
  await page.goto(`/incidents/${reference}`);
  const panel = page.getByRole("region", { name: "Suggested runbooks" });
  await panel.getByRole("button", { name: "Generate runbook" }).click();
  await heading(page, `Disk full (${reference})`).waitFor();
  await page.getByRole("region", { name: "Generated" }).getByText("the incident says").waitFor();
});

test("who cannot write runbooks is not offered to generate them", async () => {
  const { boss } = await stage.fresh();
  const { reference } = await boss.api.incidents.create({ body: { title: "Disk full" } });
  const viewer = await stage.visit(await stage.plane.person("viewer", boss));
  await viewer.goto(`/incidents/${reference}`);
  await viewer.getByRole("region", { name: "Suggested runbooks" }).waitFor();
  expect(await viewer.getByRole("button", { name: "Generate runbook" }).count()).toBe(0);
});

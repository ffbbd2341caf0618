import { expect, test } from "vitest";
import { heading, noProblems, pageProblems, row, seriousViolations, untilStill } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

test("an admin adds an alert source, sends alerts, and sees what became of them", async () => {
  const { boss, page } = await stage.fresh();
  const { url } = stage.plane;
  await page.goto("/settings/alert-sources");
  await heading(page, "Alert sources").waitFor();
  await page.getByText("No alert sources yet").waitFor();
  await page.getByRole("button", { name: "New alert source" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New alert source" });
  await dialog.getByLabel("Name").fill("Queue monitor");
  await dialog.getByRole("radio", { name: "JSON" }).check();
  expect(await seriousViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create alert source" }).click();
  const once = page.getByRole("dialog", { name: "Key of Queue monitor" });
  const key = await once.getByLabel("Key", { exact: true }).inputValue();
  expect(key).toMatch(/^opi_.{28}$/);
  await once.getByText(`Authorization: Bearer ${key}`).waitFor();
  await untilStill(page);
  expect(await seriousViolations(page)).toEqual([]);
  await once.getByRole("button", { name: "Done" }).click();
  await heading(page, "Queue monitor").waitFor();
  await page.getByText("No events yet").first().waitFor();

  const send = async (body: object) =>
    (
      await fetch(`${url}/api/alerts/events`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    ).status;
  const alert = { rule: "Queue is long", level: "sev-1", id: 7 };
  expect(await send(alert)).toBe(422);
  await page.getByText("The last request was refused").waitFor();

  // The mapping is tested before it is saved.
  await page.getByRole("link", { name: "Settings and test" }).click();
  await page.getByLabel("Body").fill(JSON.stringify(alert));
  await page.getByRole("button", { name: "Test", exact: true }).click();
  const result = page.getByRole("status", { name: "Test result" });
  await result.getByText("has no text; the mapping expects the name there").waitFor();
  await page.getByLabel("Name", { exact: true }).first().fill("rule");
  await page.getByLabel("Severity", { exact: true }).fill("level");
  await page.getByLabel("Deduplication key").fill("id");
  await page.getByRole("combobox", { name: "Severities" }).fill("sev-1=P1");
  await page.getByRole("combobox", { name: "Severities" }).press("Enter");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await result.getByText("Opened incident").waitFor();
  await result.getByText("New: Queue is long").waitFor();
  await result.getByText("P1").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Alert source saved").waitFor();
  expect(await pageProblems(page, { within: "main", narrowToo: true })).toEqual(noProblems);
  expect((await boss.api.incidents.list({})).items).toEqual([]);

  expect(await send(alert)).toBe(200);
  expect(await send({ ...alert, status: "resolved" })).toBe(200);
  await page.getByRole("link", { name: "Events" }).click();
  const events = page.getByRole("list", { name: "Events" });
  await events.getByRole("button", { name: /Resolved/ }).waitFor();
  await events.getByRole("button", { name: /Opened incident/ }).click();
  await events.getByText('"level": "sev-1"').waitFor();
  expect(await pageProblems(page, { within: "main", narrowToo: true })).toEqual(noProblems);
  await events.getByRole("link", { name: /^INC-00000001/ }).click();
  await heading(page, "Queue is long").waitFor();

  await page.goto("/settings/alert-sources");
  await row(page, "Queue monitor").getByText("Enabled").waitFor();
  await page.getByRole("link", { name: "Queue monitor" }).click();
  await page.getByRole("button", { name: "Rotate key" }).click();
  await page.getByRole("dialog", { name: "Rotate key?" }).getByRole("button", { name: "Rotate key" }).click();
  expect(await once.getByLabel("Key", { exact: true }).inputValue()).not.toBe(key);
  await once.getByRole("button", { name: "Done" }).click();
  expect(await send(alert)).toBe(401);
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByText("Disabled", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete Queue monitor?" }).getByRole("button", { name: "Delete" }).click();
  await page.getByText("No alert sources yet").waitFor();
});

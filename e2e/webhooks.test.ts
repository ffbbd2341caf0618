import { startReceiver } from "@opsplane/tenant-plane/testing/receiver";
import { expect, test } from "vitest";
import { heading, row, seriousViolations, untilStill } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

test("an admin sets up a webhook, sends a test, sees an event arrive and sends it again", async () => {
  const receiver = await startReceiver((_, response) => void response.end("thanks"));
  const { boss, page } = await stage.fresh();
  await page.goto("/settings/webhooks");
  await heading(page, "Webhooks").waitFor();
  await page.getByText("No webhooks yet").waitFor();
  await page.getByRole("button", { name: "New webhook" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByLabel("Name").fill("Team chat");
  await dialog.getByLabel("URL").fill("http://169.254.169.254/");
  await dialog.getByText("Selected events").click();
  await dialog.getByLabel("Search events").fill("incident created");
  await dialog.getByLabel("incident.created").check();
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await dialog
    .getByText(/is a metadata address/)
    .first()
    .waitFor();
  await dialog.getByLabel("URL").fill(receiver.url);
  expect(await seriousViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  const secret = page.getByRole("dialog", { name: "Signing secret of Team chat" });
  expect(await secret.getByLabel("Signing secret").inputValue()).toMatch(/^whsec_/);
  await secret.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Deliveries of Team chat" }).click();
  const drawer = page.getByRole("dialog", { name: "Deliveries of Team chat" });
  await drawer.getByRole("button", { name: "Send test" }).click();
  await drawer
    .getByRole("status", { name: "Test result" })
    .getByText(/answered 200/)
    .waitFor();

  await boss.api.incidents.create({ body: { title: "Disk full" } });
  await drawer.getByRole("button", { name: /incident\.created.*Delivered/ }).click();
  await drawer.getByText("thanks").waitFor();
  await drawer.getByText('"title": "Disk full"').waitFor();
  await untilStill(page);
  expect(await seriousViolations(page)).toEqual([]);
  await drawer.getByRole("button", { name: "Send again" }).click();
  await expect
    .poll(() => receiver.received.map(({ event }) => event.type))
    .toEqual(["webhook.test", "incident.created", "incident.created"]);
  await page.keyboard.press("Escape");
  await row(page, "Team chat").getByText("Delivered (200)").waitFor();

  await page.getByRole("button", { name: "Edit Team chat" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Team chat" });
  await edit.getByRole("switch", { name: "Enabled" }).setChecked(false);
  await edit.getByRole("button", { name: "Save" }).click();
  await row(page, "Team chat").getByText("Disabled").waitFor();
  receiver.close();
});

import { startSshd } from "@opsplane/tenant-plane/testing/sshd";
import { expect, test } from "vitest";
import { heading, row, seriousViolations, untilStill } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

test("an admin adds a host with a new secret, compares and trusts its key, and tests the connection", async () => {
  const sshd = await startSshd();
  const { boss, page } = await stage.fresh();
  await boss.api.cmdb.create({ body: { name: "web-1", class: "server" } });
  await page.goto("/settings/hosts");
  await heading(page, "Hosts").waitFor();
  await page.getByText("No hosts yet").waitFor();
  await page.getByRole("button", { name: "New host" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New host" });
  await dialog.getByRole("button", { name: "Add host" }).click();
  await dialog.getByText("Choose a secret.").waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("web-1");
  await dialog.getByLabel("Address").fill("169.254.169.254");
  await dialog.getByLabel("Port").fill(String(sshd.port));
  await dialog.getByLabel("Username").fill(sshd.username);
  await dialog.getByRole("button", { name: "New secret for Private key" }).click();
  const secret = page.getByRole("dialog", { name: "New secret" });
  await secret.getByLabel("Name").fill("Login key");
  await secret.getByLabel("Value").fill(sshd.privateKey);
  await untilStill(page);
  expect(await seriousViolations(page)).toEqual([]);
  await secret.getByRole("button", { name: "Save" }).click();
  await secret.waitFor({ state: "hidden" });
  await expect.poll(() => dialog.getByRole("combobox", { name: "Private key" }).inputValue()).toBe("Login key");
  await dialog.getByRole("combobox", { name: "Configuration item" }).click();
  await page.getByRole("option", { name: /^web-1/ }).click();
  await dialog.getByRole("button", { name: "Add host" }).click();
  await dialog
    .getByText(/is a metadata address/)
    .first()
    .waitFor();
  await dialog.getByLabel("Address").fill("127.0.0.1");
  await untilStill(page);
  expect(await seriousViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add host" }).click();

  const drawer = page.getByRole("dialog", { name: "Connection of web-1" });
  await drawer.getByRole("button", { name: "Test connection" }).click();
  await drawer
    .getByRole("status", { name: "Test result" })
    .getByText(/has no trusted key/)
    .waitFor();
  await drawer.getByRole("button", { name: "Read key" }).click();
  await drawer.getByText(sshd.hostKey()).waitFor();
  await drawer.getByText("ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub").waitFor();
  await untilStill(page);
  expect(await seriousViolations(page)).toEqual([]);
  await drawer.getByRole("button", { name: "Trust this key" }).click();
  await drawer.getByText("The host shows a key that you trust.").waitFor();
  await drawer.getByRole("button", { name: "Test connection" }).click();
  await drawer.getByRole("status", { name: "Test result" }).getByText(`Logged in as ${sshd.username}.`).waitFor();
  await untilStill(page);
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await row(page, "web-1").getByText("Key trusted").waitFor();

  await page.getByRole("button", { name: "Edit web-1" }).click();
  const edit = page.getByRole("dialog", { name: "Edit web-1" });
  await edit.getByLabel("Address").fill("localhost");
  await edit.getByText("A new address removes the trusted keys.").waitFor();
  await edit.getByRole("button", { name: "Save" }).click();
  await drawer.getByText("No key yet.").waitFor();
  await page.keyboard.press("Escape");
  await row(page, "web-1").getByText("No key yet").waitFor();

  await page.getByRole("button", { name: "Delete web-1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No hosts yet").waitFor();
  await sshd.stop();
});

test("a host that an agent reaches needs only the agent's name", async () => {
  const { page } = await stage.fresh();
  await page.goto("/settings/hosts?edit=%2B");
  const dialog = page.getByRole("dialog", { name: "New host" });
  await dialog.getByLabel("Name", { exact: true }).fill("branch");
  await dialog.getByLabel("Agent", { exact: true }).first().check();
  await dialog.getByRole("textbox", { name: "Agent" }).fill("site-1");
  await dialog.getByRole("button", { name: "Add host" }).click();
  await row(page, "branch").getByText("site-1").waitFor();
});

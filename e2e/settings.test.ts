import type { Person } from "@opsplane/tenant-plane/testing/people";
import { beforeAll, expect, test } from "vitest";
import { openStage } from "./stage.ts";

const stage = openStage();
let boss: Person;

beforeAll(async () => {
  boss = await stage.plane.tenant("enterprise");
  // Each list has an entry, because an empty list shows a second create button.
  await boss.api.groups.create({ body: { name: "Network" } });
  await boss.api.apiKeys.create({ body: { name: "Terraform", role: "operator" } });
  await boss.api.collectors.create({ body: { name: "vmagent" } });
});

test("an invitation shows its temporary password once; roles change; a disabled person can be enabled again", async () => {
  const page = await stage.visit(boss);
  await page.goto("/settings/users");
  await page.getByRole("button", { name: "Invite user" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Mara Lindqvist");
  await page.getByLabel("Email").fill("mara@example.com");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const secret = page.getByRole("textbox", { name: "Temporary password" });
  await secret.waitFor();
  const account = { email: "mara@example.com", password: await secret.inputValue() };
  await page.getByRole("button", { name: "Done" }).click();
  await secret.waitFor({ state: "detached" });
  const line = page.getByRole("row").filter({ hasText: "Mara Lindqvist" });
  await line.getByRole("cell", { name: "invited" }).waitFor();
  await line.getByRole("button", { name: /^Role of/ }).click();
  await page.getByRole("menuitemradio", { name: "viewer" }).click();
  await line.getByRole("button", { name: "Role of Mara Lindqvist: viewer" }).waitFor();
  await line.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await line.getByRole("cell", { name: "disabled" }).waitFor();
  expect((await page.request.post("/api/auth/token", { data: account })).status()).toBe(401);
  await line.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Enable" }).click();
  await line.getByRole("cell", { name: "invited" }).waitFor();
});

test("groups, roles, API keys and secrets are created and deleted, and the audit log shows old and new values", async () => {
  const page = await stage.visit(boss);
  await page.goto("/settings/groups");
  await page.getByRole("button", { name: "New group" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Databases");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row").filter({ hasText: "Databases" }).waitFor();
  await page.getByRole("button", { name: "Edit Databases" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Data stores");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row").filter({ hasText: "Data stores" }).waitFor();

  await page.goto("/settings/roles");
  await page.getByRole("button", { name: "New role" }).click();
  await page.getByLabel("Name", { exact: true }).fill("auditor");
  await page.getByRole("checkbox", { name: "View the audit log" }).check();
  await page.getByRole("button", { name: "Save role" }).click();
  await page.getByRole("row").filter({ hasText: "auditor" }).waitFor();
  await page.getByRole("button", { name: "Delete auditor" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("row").filter({ hasText: "auditor" }).waitFor({ state: "detached" });

  await page.goto("/settings/api-keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Backstage");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await page.getByRole("textbox", { name: "API key" }).inputValue();
  const headers = { authorization: `Bearer ${key}`, "x-tenant-id": boss.tokens.user.tenant_id };
  expect((await page.request.get("/api/incidents", { headers })).status()).toBe(200);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Revoke Backstage" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("row").filter({ hasText: "Backstage" }).getByText("revoked").waitFor();
  expect((await page.request.get("/api/incidents", { headers })).status()).toBe(401);

  await page.goto("/settings/secrets");
  await page.getByRole("button", { name: "New secret" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Chat token");
  await page.getByLabel("Value", { exact: true }).fill("open sesame");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit Chat token" }).click();
  expect(await page.getByLabel("New value").inputValue()).toBe("");
  await page.getByLabel("New value").fill("open sesame again");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row").filter({ hasText: "Chat token" }).getByText("Version 2").waitFor();

  await page.goto("/settings/audit?action=groups.");
  await page.getByRole("button", { name: "groups.update" }).first().click();
  const changed = page.locator("[data-there=true]");
  await expect.poll(() => changed.allTextContents()).toEqual(["Databases", "Data stores"]);
});

test("an opened audit entry shows long values in full", async () => {
  const plan = `${"Drain the node. ".repeat(400)}Then restart it.`;
  const { id } = await boss.api.changes.create({ body: { title: "Restart" } });
  await boss.api.changes.update({ params: { id }, body: { implementation_plan: plan } });
  const page = await stage.visit(boss);
  await page.goto(`/settings/audit?target_id=${id}`);
  await page.getByRole("button", { name: "changes.update" }).click();
  await expect.poll(() => page.locator("[data-there=true]").allTextContents()).toContain(plan);
});

test("the audit log shows token refreshes only on request, and the address keeps the choice", async () => {
  const page = await stage.visit(boss);
  // Opening the console exchanges a refresh token.
  await page.goto("/settings/audit?action=auth.");
  await page.getByRole("button", { name: "auth.token" }).first().waitFor();
  const refreshes = page.getByRole("button", { name: "auth.refresh", exact: true });
  expect(await refreshes.count()).toBe(0);
  const choice = page.getByRole("switch", { name: "Show token refreshes" });
  await choice.check();
  await refreshes.first().waitFor();
  expect(new URL(page.url()).search).toBe("?action=auth.&include=refreshes");
  await page.reload();
  await refreshes.first().waitFor();
  expect(await choice.isChecked()).toBe(true);
  await choice.uncheck();
  await refreshes.first().waitFor({ state: "detached" });
});

test("a collector token is shown once with its configuration, and can be revoked", async () => {
  const page = await stage.visit(boss);
  await page.goto("/settings/collectors");
  await page.getByRole("button", { name: "New collector" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Prometheus");
  await page.getByRole("button", { name: "Create token" }).click();
  const secret = page.getByRole("textbox", { name: "Collector token" });
  const token = await secret.inputValue();
  const snippet = page.getByRole("tabpanel");
  await snippet.getByText(`url: ${stage.plane.url}/api/ingest/prometheus`).waitFor();
  await snippet.getByText(`credentials: ${token}`).waitFor();
  await page.getByRole("tab", { name: "OpenTelemetry" }).click();
  await snippet.getByText(`"authorization=Bearer ${token}"`).waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await secret.waitFor({ state: "detached" });
  const line = page.getByRole("row").filter({ hasText: "Prometheus" });
  await line.getByText("active").waitFor();
  await page.getByRole("button", { name: "Revoke Prometheus" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await line.getByText("revoked").waitFor();
});

test("a changed retention is kept after a reload, and cannot exceed the plan's maximum", async () => {
  const page = await stage.visit(boss);
  await page.goto("/settings/telemetry");
  const logs = page.getByLabel("Logs (days)");
  const save = page.getByRole("button", { name: "Save" });
  await logs.fill("91");
  await page.getByText("1 to 90 days").waitFor();
  expect(await save.isDisabled()).toBe(true);
  await logs.fill("7");
  await save.click();
  await page.getByText("Retention saved").waitFor();
  await page.reload();
  await expect.poll(() => logs.inputValue()).toBe("7");
  await expect.poll(() => page.getByLabel("Traces (days)").getAttribute("placeholder")).toBe("90 (plan maximum)");
});

test("name, theme and time zone are kept after a reload", async () => {
  const account = await stage.plane.person("operator");
  const page = await stage.visit(account, { timezoneId: "Asia/Tokyo" });
  await page.goto("/profile");
  await page.getByLabel("Name", { exact: true }).fill("Tomás Rivera");
  await page.getByRole("region", { name: "Account" }).getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Account menu of Tomás Rivera" }).waitFor();
  await page.getByRole("region", { name: "Appearance" }).getByText("Light").click();
  await page.getByRole("region", { name: "Appearance" }).getByText("UTC", { exact: true }).click();
  await page.reload();
  await page.getByRole("button", { name: "Account menu of Tomás Rivera" }).waitFor();
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
  const since = page.getByRole("region", { name: "Sessions" }).locator("time").first();
  await expect.poll(() => since.getAttribute("title")).toMatch(/ UTC$/);
});

test("a plan without custom roles says so and still shows the built-in ones", async () => {
  const small = await stage.plane.tenant("startup");
  const page = await stage.visit(small);
  await page.goto("/settings/roles");
  await page.getByText("Custom roles aren't included in your plan").waitFor();
  await page.getByRole("row").filter({ hasText: "operator" }).waitFor();
  expect(await page.getByRole("button", { name: "New role" }).count()).toBe(0);
});

test("a list that fails shows the error with the trace id, and loads on retry", async () => {
  const page = await stage.visit(boss);
  await page.route("**/api/admin/groups*", (route) =>
    route.fulfill({
      status: 422,
      json: { error: "The filter is not valid.", code: "VALIDATION_ERROR", trace_id: "abc123" },
    }),
  );
  await page.goto("/settings/groups");
  const alert = page.getByRole("alert");
  await alert.getByText("The filter is not valid.").waitFor();
  await alert.getByText("abc123").waitFor();
  await page.unroute("**/api/admin/groups*");
  await alert.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("row").filter({ hasText: "Network" }).waitFor();
});

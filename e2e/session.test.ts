import { goodPassword } from "@opsplane/tenant-plane/testing/people";
import { expect, test } from "vitest";
import { fillLogin, untilLive } from "./browser.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

test("a wrong password shows an error, and the right one opens the requested page", async () => {
  const page = await stage.stranger();
  await page.goto(`${stage.plane.url}/profile`);
  await fillLogin(page, { email: stage.plane.admin.email, password: "wrong" });
  await page.getByRole("alert").waitFor();
  await expect.poll(() => page.url()).toBe(`${stage.plane.url}/profile`);
  await fillLogin(page, stage.plane.admin);
  await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
  await expect.poll(() => page.url()).toBe(`${stage.plane.url}/profile`);
});

test("a temporary password only opens the page to set a new one", async () => {
  const invited = await stage.plane.admin.api.users.create({
    body: { email: "noor@example.com", name: "Noor de Vries", role: "operator" },
  });
  const temporary = invited.temporary_password ?? "";
  const page = await stage.stranger();
  await page.goto(`${stage.plane.url}/incidents`);
  await fillLogin(page, { email: invited.email, password: temporary });
  await page.getByRole("heading", { name: "Choose your password" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Choose your password" }).waitFor();
  await page.getByLabel("Temporary password").fill(temporary);
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByLabel("Confirm new password").fill("other");
  await page.getByRole("button", { name: "Set password and continue" }).click();
  await page.getByText("Use at least 12 characters.").waitFor();
  await page.getByText("Passwords don't match.").waitFor();
  await page.getByLabel("New password", { exact: true }).fill(goodPassword);
  await page.getByLabel("Confirm new password").fill(goodPassword);
  await page.getByRole("button", { name: "Set password and continue" }).click();
  await page.getByRole("heading", { name: "Incidents", level: 1 }).waitFor();
});

test("tabs that open at the same moment share one session, and signing out ends it in all of them", async () => {
  const account = await stage.plane.person("operator");
  const first = await stage.visit(account);
  const tabs = [first, ...(await Promise.all([1, 2].map(() => first.context().newPage())))];
  await Promise.all(tabs.map((tab) => tab.goto(`${stage.plane.url}/incidents`)));
  await Promise.all(tabs.map((tab) => tab.getByRole("heading", { name: "Incidents", level: 1 }).waitFor()));
  await Promise.all(tabs.map(untilLive));
  await Promise.all(tabs.map((tab) => tab.reload()));
  await Promise.all(tabs.map((tab) => tab.getByRole("heading", { name: "Incidents", level: 1 }).waitFor()));
  await first.getByRole("button", { name: /^Account menu/ }).click();
  await first.getByRole("menuitem", { name: "Sign out" }).click();
  await Promise.all(tabs.map((tab) => tab.getByRole("heading", { name: "Sign in" }).waitFor()));
});

test("a reload while the session is being renewed keeps the person signed in", async () => {
  const page = await stage.visit(await stage.plane.person("operator"));
  await page.goto("/incidents");
  await untilLive(page);
  // The server exchanges the token, but this page never gets the answer.
  let lose: () => void = () => undefined;
  const isLost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  await page.route(
    "**/api/auth/refresh",
    async (route) => {
      const sent = route.request();
      const cookies = await page.context().cookies(`${stage.plane.url}/api/auth/refresh`);
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
      const answer = await fetch(sent.url(), {
        method: "POST",
        headers: { "content-type": "application/json", cookie },
        body: sent.postData() ?? "",
      });
      expect(answer.status).toBe(200);
      lose();
    },
    { times: 1 },
  );
  await page.goto("/incidents", { waitUntil: "commit" });
  await isLost;
  await page.goto("/incidents");
  await page.getByRole("heading", { name: "Incidents", level: 1 }).waitFor();
});

test("changing the password keeps the page signed in, even before the response with the new tokens arrives", async () => {
  const page = await stage.visit(await stage.plane.person("operator"));
  await page.goto("/profile");
  await untilLive(page);
  let refreshes = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/refresh")) refreshes++;
  });
  // The old session has ended, and the live stream notices before the response arrives.
  const streamRefused = page.waitForResponse(
    (response) => response.url().includes("/api/events/stream") && response.status() === 401,
  );
  await page.route("**/api/auth/password", async (route) => {
    const answer = await route.fetch();
    await streamRefused;
    await route.fulfill({ response: answer });
  });
  await page.getByLabel("Current password").fill(goodPassword);
  await page.getByLabel("New password", { exact: true }).fill("a whole new password");
  await page.getByLabel("Confirm new password").fill("a whole new password");
  const streamBack = page.waitForResponse(
    (response) => response.url().includes("/api/events/stream") && response.status() === 200,
  );
  await page.getByRole("button", { name: "Change password" }).click();
  await streamBack;
  expect(refreshes).toBe(0);
  await page.reload();
  await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
});

test("a session that was ended elsewhere shows the login and continues at the same address", async () => {
  const account = await stage.plane.person("operator");
  const page = await stage.visit(account);
  await page.goto("/incidents?severity=P1");
  await untilLive(page);
  const user = await stage.plane.admin.api.users.list({ query: { q: account.email } });
  await stage.plane.admin.api.users.update({ params: { id: user.items[0]?.id ?? "" }, body: { disabled: true } });
  await stage.plane.admin.api.users.update({ params: { id: user.items[0]?.id ?? "" }, body: { disabled: false } });
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByText("Your session expired.").waitFor();
  await fillLogin(page, account);
  await page.getByRole("heading", { name: "Incidents", level: 1 }).waitFor();
  await expect.poll(() => page.url()).toBe(`${stage.plane.url}/incidents?severity=P1`);
});

test("an email with accounts in two tenants asks for the tenant", async () => {
  const other = await stage.plane.tenant();
  for (const admin of [stage.plane.admin, other]) {
    await admin.api.users.create({
      body: { email: "both@example.com", name: "Both", role: "viewer", password: goodPassword },
    });
  }
  const page = await stage.stranger();
  await page.goto(`${stage.plane.url}/incidents`);
  await fillLogin(page, { email: "both@example.com", password: goodPassword });
  await page.getByLabel("Tenant").fill(other.tokens.user.tenant_id);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("banner").getByText(other.tokens.user.tenant_id).waitFor();
});

test("while the server cannot be reached the console shows it, and continues automatically afterwards", async () => {
  const page = await stage.visit(await stage.plane.person("viewer"));
  await page.route("**/api/auth/refresh", (route) => route.abort());
  await page.goto("/incidents");
  await page.getByRole("heading", { name: "Can't reach the server" }).waitFor();
  await page.unroute("**/api/auth/refresh");
  await page.getByRole("heading", { name: "Incidents", level: 1 }).waitFor();
});

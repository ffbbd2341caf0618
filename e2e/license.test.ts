import { plans } from "@opsplane/contract";
import { type Person, type Plane, startPlane } from "@opsplane/tenant-plane/testing";
import { aLicense, aSigningKey, aStatement, day } from "@opsplane/tenant-plane/testing/licenses";
import { goodPassword, newTenantId } from "@opsplane/tenant-plane/testing/people";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fillLogin, heading, leave, noProblems, openBrowser, pageProblems, signIn, visitor } from "./browser.ts";
import { region } from "./office.ts";

afterEach(leave);

const banner = (page: Page) => page.getByRole("status", { name: "License" });
const blocked = (page: Page) => page.getByRole("alert").first();
const field = (page: Page) => page.getByRole("textbox", { name: "License" });
const install = (page: Page) => page.getByRole("button", { name: "Install license" }).click();

async function stranger({ url }: Plane): Promise<Page> {
  return visitor(await openBrowser(), url, { colorScheme: "dark" });
}

async function visit(plane: Plane, person: Person, path: string): Promise<Page> {
  const page = await stranger(plane);
  await signIn(page, person);
  await page.goto(path);
  return page;
}

/** Fails the test if the page is loaded again after this. */
async function markPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate("window.marked = true");
  return async () => expect(await page.evaluate("window.marked")).toBe(true);
}

// The tests follow one license from its last days to the next license.
describe("a self-hosted deployment", () => {
  let plane: Plane;
  let viewer: Person;
  let traveled = 0;
  const now = () => Date.now() + traveled;
  const travel = (days: number) => {
    traveled += days * day;
    plane.travel(days * day);
  };
  const newLicense = (days: number, tenantId = plane.tenantId) =>
    aLicense(tenantId, new Date(now() + days * day - 3_600_000), { issuedAt: new Date(now()), addons: ["ai_pro"] });

  beforeAll(async () => {
    const tenantId = newTenantId();
    plane = await startPlane({
      ROLE: "api",
      BOOTSTRAP_TENANT_ID: tenantId,
      CP_LICENSE_PUBLIC_KEY: (await aSigningKey()).publicPem,
      SERVICE_LICENSE_KEY: await aLicense(tenantId, new Date(Date.now() + 10.5 * day), { addons: ["retention_365"] }),
    });
    viewer = await plane.person("viewer");
  });
  afterAll(() => plane?.close());

  test("the page shows state, dates, plan, limits against usage and version", async () => {
    const page = await visit(plane, plane.admin, "/settings");
    await heading(page, "License & usage").waitFor();
    const license = region(page, "License");
    await license.getByText("Active", { exact: true }).waitFor();
    await license.getByText("11 days left.").waitFor();
    for (const text of ["Operations", "One year of retention", "On-premises", "Setting SERVICE_LICENSE_KEY"])
      await license.getByText(text, { exact: true }).waitFor();
    await license.getByText(/^eyJ\w{9}…$/).waitFor();
    const usage = region(page, "Usage and limits");
    await usage.getByText("2 of 100").waitFor();
    await usage.getByRole("progressbar", { name: "Active users" }).waitFor();
    await usage.getByText("Up to 365 days").waitFor();
    const { version } = await plane.admin.api.auth.me();
    await license.getByText(`Version ${version}`).waitFor();
    await page.getByRole("navigation", { name: "Settings" }).getByText(`Opsplane ${version}`).waitFor();
    expect(await banner(page).textContent()).toBe("");
    expect(await region(page, "Blocked now").count()).toBe(0);
    expect(await pageProblems(page)).toEqual(noProblems);
  });

  test("a license that is not valid here is refused with the reason, and the old one stays", async () => {
    const page = await visit(plane, plane.admin, "/settings/license");
    await install(page);
    await page.getByText("Paste a license or choose a file.").waitFor();
    await field(page).fill(await newLicense(300, "someone-else"));
    await install(page);
    await page.getByRole("alert").getByText("The license is refused. The license is for").waitFor();
    await field(page).fill("not a license");
    await page.getByRole("alert").waitFor({ state: "detached" });
    await install(page);
    await page
      .getByRole("alert")
      .getByText(/^The license is refused\./)
      .waitFor();
    await page
      .getByLabel("License file")
      .setInputFiles({ name: "movie.mp4", mimeType: "", buffer: Buffer.alloc(20_000) });
    await page.getByText("movie.mp4 is too large to be a license.").waitFor();
    await region(page, "License").getByText("11 days left.").waitFor();
  });

  test("the page is for those who manage the license", async () => {
    const page = await visit(plane, viewer, "/settings/license");
    await page.getByText("You don't have access").waitFor();
    await page.getByText("admin:license").waitFor();
    const settings = page.getByRole("navigation", { name: "Settings" });
    await settings.getByRole("link", { name: "Approval chains" }).waitFor();
    expect(await settings.getByRole("link", { name: "License & usage" }).count()).toBe(0);
  });

  test("in grace a refused write shows why, and an open tab learns of it", async () => {
    const page = await visit(plane, plane.admin, "/incidents");
    await heading(page, "Incidents").waitFor();
    const isSamePage = await markPage(page);
    travel(11);
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Title" }).fill("Checkout is slow");
    await dialog.getByRole("button", { name: "Create incident" }).click();
    await page
      .getByText(/Records can be read but not changed/)
      .first()
      .waitFor();
    await banner(page).getByText("30 days until read-only.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await banner(page).getByRole("link", { name: "License & usage" }).click();
    await region(page, "License").getByText("Grace period", { exact: true }).waitFor();
    await region(page, "License").getByText("Read-only from").waitFor();
    await region(page, "Blocked now").getByText("Creating, changing and deleting records").waitFor();
    await isSamePage();
    expect(await pageProblems(page)).toEqual(noProblems);
  });

  test("in grace a viewer sees the banner without a link and can read", async () => {
    const page = await visit(plane, viewer, "/incidents");
    await banner(page).getByText("30 days until read-only.").waitFor();
    await heading(page, "Incidents").waitFor();
    await page.getByText("No incidents yet").waitFor();
    expect(await banner(page).getByRole("link").count()).toBe(0);
  });

  test("read-only counts the days until the service is locked", async () => {
    travel(30);
    const page = await visit(plane, plane.admin, "/settings/license");
    await banner(page).getByText("30 days until the service is locked.").waitFor();
    await region(page, "License").getByText("Read-only", { exact: true }).waitFor();
    await region(page, "Blocked now").getByText("The copilot, and previews").waitFor();
  });

  test("when the service is locked, an open tab shows only the upload, and continues after it", async () => {
    const page = await visit(plane, plane.admin, "/incidents");
    await heading(page, "Incidents").waitFor();
    const isSamePage = await markPage(page);
    const changes = await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Changes" })
      .elementHandle();
    travel(29.9);
    // Another request of the page may lock it before the click, which then does nothing.
    await changes?.evaluate((link: { click(): void }) => link.click());
    await heading(page, "Opsplane is locked").waitFor();
    await blocked(page)
      .getByText(/the service is locked\. All data is kept/)
      .waitFor();
    expect(await page.getByRole("navigation").count()).toBe(0);
    expect(await pageProblems(page, { narrowToo: true })).toEqual(noProblems);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("The service is still blocked.").waitFor();
    await field(page).fill("eyJ.e30.x");
    await install(page);
    await page.getByText(/^The license is refused\./).waitFor();

    const other = await stranger(plane);
    await other.goto("/cmdb");
    await fillLogin(other, viewer);
    await heading(other, "Opsplane is locked").waitFor();
    await other.getByText("Ask an administrator of your organization to sign in and install a license.").waitFor();
    expect(await field(other).count()).toBe(0);
    await other.getByRole("button", { name: "Sign in as someone else" }).click();
    await heading(other, "Sign in").waitFor();

    // Mail programs break long lines.
    const license = await newLicense(365);
    await field(page).fill(license.replace(/(.{60})/g, "$1\n"));
    await install(page);
    await heading(page, /^(Changes|Incidents)$/).waitFor();
    await page.getByText("License installed").waitFor();
    expect(await banner(page).textContent()).toBe("");
    await isSamePage();
    await fillLogin(other, viewer);
    await heading(other, "CMDB").waitFor();
  });

  test("a license is installed from a file, and the page follows at once", async () => {
    const page = await visit(plane, plane.admin, "/settings/license");
    await region(page, "License").getByText("365 days left.").waitFor();
    const buffer = Buffer.from(`${await newLicense(400)}\n`);
    await page.getByLabel("License file").setInputFiles({ name: "acme.jwt", mimeType: "text/plain", buffer });
    await expect.poll(() => field(page).inputValue()).toMatch(/^eyJ/);
    await install(page);
    await region(page, "License").getByText("400 days left.").waitFor();
    await page.getByText("License installed").waitFor();
    expect(await field(page).inputValue()).toBe("");
  });

  test("the admin of a tenant without a license drops one before the first password is set, and can sign out", async () => {
    const id = newTenantId();
    const { temporary_password } = await plane.anyone.system.createTenant(
      { body: { id, name: id, admin_email: `boss@${id}.example.com` } },
      { headers: { "x-service-secret": plane.serviceSecret } },
    );
    const temporary = temporary_password ?? "";
    const page = await stranger(plane);
    const enter = async () => {
      await fillLogin(page, { email: `boss@${id}.example.com`, password: temporary });
      await heading(page, "Choose your password").waitFor();
      await setPassword();
      await heading(page, "No valid license").waitFor();
    };
    const setPassword = async () => {
      await page.getByLabel("Temporary password").fill(temporary);
      await page.getByLabel("New password", { exact: true }).fill(goodPassword);
      await page.getByLabel("Confirm new password").fill(goodPassword);
      await page.getByRole("button", { name: "Set password and continue" }).click();
    };
    await page.goto("/catalog");
    await enter();
    await page.getByRole("button", { name: "Sign out" }).click();
    await heading(page, "Sign in").waitFor();
    await page.reload();
    await heading(page, "Sign in").waitFor();
    await enter();
    await blocked(page)
      .getByText(/^The license is not valid: /)
      .waitFor();
    const license = JSON.stringify(await newLicense(365, id));
    const files = await page.evaluateHandle(
      `(() => { const given = new DataTransfer(); given.items.add(new File([${license}], "license.jwt")); return given; })()`,
    );
    for (const type of ["dragover", "drop"]) await field(page).dispatchEvent(type, { dataTransfer: files });
    await expect.poll(() => field(page).inputValue()).toMatch(/^eyJ/);
    await install(page);
    await heading(page, "Choose your password").waitFor();
    await setPassword();
    await heading(page, "Catalog").waitFor();
  });
});

describe("a hosted deployment", () => {
  const { name: planName, modules, limits } = plans.midsize;
  const midsize = { planId: "midsize", planName, modules, limits, addons: ["ai_pro"] };
  const deploymentId = "dep-1";
  let plane: Plane;
  let serial = 0;
  const state = async (status: "active" | "past_due" | "suspended") => {
    serial += 1;
    const pastDueSince = status === "active" ? null : new Date();
    const statement = await aStatement(plane.tenantId, serial, { ...midsize, deploymentId, status, pastDueSince });
    await plane.anyone.system.subscription({ body: { statement } });
  };
  beforeAll(async () => {
    plane = await startPlane({
      ROLE: "api",
      DEPLOYMENT_MODE: "dedicated",
      CP_DEPLOYMENT_ID: deploymentId,
      CP_LICENSE_PUBLIC_KEY: (await aSigningKey()).publicPem,
    });
  });
  afterAll(() => plane?.close());

  test("shows the subscription, warns when it is past due, and stops asking when it is suspended", async () => {
    await state("active");
    const page = await visit(plane, plane.admin, "/settings/license");
    const subscription = region(page, "Subscription");
    for (const text of ["Active", "Midsize", "AI Pro", "Monthly", "Dedicated"])
      await subscription.getByText(text, { exact: true }).waitFor();
    expect(await field(page).count()).toBe(0);

    await state("past_due");
    await page.reload();
    await banner(page).getByText("7 days until the service is suspended.").waitFor();
    await subscription.getByText("Past due", { exact: true }).waitFor();

    await state("suspended");
    await page.getByRole("link", { name: "Users" }).click();
    await heading(page, "Subscription suspended").waitFor();
    await blocked(page).getByText("The subscription is suspended.").waitFor();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("The service is still blocked.").waitFor();
    expect(requests).toEqual(["/api/auth/me"]);
    await page.reload();
    await heading(page, "Subscription suspended").waitFor();

    await state("active");
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(page, "Users").waitFor();
  });
});

test("a deployment without a license says so, and how to install one", async () => {
  const plane = await startPlane({ ROLE: "api" });
  const page = await visit(plane, plane.admin, "/settings/license");
  await page.getByText("This deployment runs without a license. Everything is on.").waitFor();
  await page.getByText("Licenses cannot be verified yet.").waitFor();
  expect(await field(page).count()).toBe(0);
  await plane.close();
});

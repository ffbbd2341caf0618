import { goodPassword } from "@opsplane/control-plane/testing";
import { type FakeTenantPlane, startTenantPlane } from "@opsplane/control-plane/testing/a-tenant-plane";
import {
  aCustomer,
  aDeployment,
  letterWith,
  type MailingPlane,
  startMailingPlane,
} from "@opsplane/control-plane/testing/customers";
import { portalPerson } from "@opsplane/control-plane/testing/portal-person";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { fillLogin, heading, leave, noProblems, openBrowser, pageProblems, row, signIn, visitor } from "./browser.ts";

let plane: MailingPlane;
let tp: FakeTenantPlane;
beforeAll(async () => {
  plane = await startMailingPlane();
  tp = await startTenantPlane();
  await aDeployment(plane, { id: "eu-1", url: `${tp.url}/`, is_default: true });
});
afterEach(leave);
afterAll(async () => {
  await plane.close();
  tp.close();
});

const stranger = async () => visitor(await openBrowser(), plane.url);

async function visit(email: string): Promise<Page> {
  const page = await stranger();
  await signIn(page, { email, password: goodPassword });
  return page;
}

const staffPage = () => visit(plane.staff.email);

test("the sign-up form suggests an id, shows prices and names what is missing", async () => {
  const page = await stranger();
  await page.goto("/signup");
  await page.getByText("$799.00").waitFor();
  await page.getByText("Annual").click();
  await page.getByText("a year").first().waitFor();
  await page.getByLabel("Organization", { exact: true }).fill("Müller & Söhne");
  expect(await page.getByLabel("Organization ID").inputValue()).toBe("muller-sohne");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Enter your name.").waitFor();
  expect(await pageProblems(page, { narrowToo: true })).toEqual(noProblems);
});

test("someone signs up, confirms the address, and sees how the tenant gets ready", async () => {
  const email = "ann@newcomer.example.com";
  const page = await stranger();
  await page.goto("/signup");
  await page.getByRole("radio", { name: "Startup" }).check();
  await page.getByLabel("Organization", { exact: true }).fill("Newcomer");
  await page.getByLabel("Your name").fill("Ann");
  await page.getByLabel("Work email").fill(email);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Check your mail").waitFor();
  const letter = await letterWith(plane.sink, email, "/signup/verify#token=");
  const [, path = ""] = /(\/signup\/verify#token=[\w-]+)/.exec(letter) ?? [];
  await page.goto(path);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(goodPassword);
  await page.getByRole("textbox", { name: "Confirm password" }).fill(goodPassword);
  await page.getByRole("button", { name: "Create account" }).click();
  await heading(page, "Overview").waitFor();
  expect(page.url()).not.toContain("token");
  await plane.schedules.runNow("tenants.provisioning");
  await page.getByRole("status").filter({ hasText: "Ready" }).waitFor();
  await page.getByRole("link", { name: tp.url }).waitFor();
});

test("the staff signs in, and the address that was asked for opens", async () => {
  const page = await stranger();
  await page.goto("/deployments");
  await fillLogin(page, { email: plane.staff.email, password: goodPassword });
  await heading(page, "Deployments").waitFor();
});

test("a license is issued in three clicks, downloaded and revoked", async () => {
  const { name } = await aCustomer(plane, { id: "three-clicks" });
  const page = await staffPage();
  await page.goto("/customers");
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Issue license" }).click();
  await page.getByRole("button", { name: "Issue", exact: true }).click();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Download/ }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("license-three-clicks.jwt");
  await page.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("This is required.").waitFor();
  await page.getByLabel("Reason").fill("Contract ended");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("cell", { name: "Revoked" }).waitFor();
  const { items } = await plane.staff.api.licenses.list({ query: { tenant_id: "three-clicks" } });
  expect(items).toMatchObject([{ state: "revoked", revoked_reason: "Contract ended" }]);
});

test("a customer changes the plan after seeing the effect, and the overview shows it", async () => {
  const { id } = await aCustomer(plane, { id: "upgrader", plan_id: "startup" });
  const page = await visit((await portalPerson(plane, id)).email);
  await page.goto("/");
  await page.getByText("Startup", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Plan", exact: true }).click();
  await page.getByRole("radio", { name: "Midsize" }).check();
  await page.getByText("Modules gained").waitFor();
  await page.getByText("$199.00 → $799.00 per period (+$600.00)").waitFor();
  await page.getByRole("button", { name: "Change plan" }).click();
  await page.getByText("The plan is Midsize").waitFor();
  expect(await plane.staff.api.subscriptions.get({ params: { tenant_id: id } })).toMatchObject({ plan_id: "midsize" });
});

test("a suspended customer reads why, and the staff reactivates the subscription", async () => {
  const { id } = await aCustomer(plane, { id: "suspended" });
  await plane.staff.api.subscriptions.suspend({ params: { tenant_id: id }, body: { reason: "Fraud check" } });
  const customer = await visit((await portalPerson(plane, id)).email);
  await customer.goto("/");
  await customer.getByText("Your subscription is suspended").waitFor();
  const page = await staffPage();
  await page.goto(`/customers/${id}`);
  await page.getByText("Suspended: Fraud check").waitFor();
  await page.getByRole("button", { name: "Reactivate" }).click();
  await page.getByLabel("Reason").fill("Cleared");
  await page.getByRole("dialog").getByRole("button", { name: "Reactivate" }).click();
  await page.getByRole("button", { name: "Suspend" }).waitFor();
});

test("the staff records the payment of an invoice", async () => {
  const { id, name } = await aCustomer(plane, { id: "payer" });
  const invoice = async () => (await plane.staff.api.invoices.list({ query: { tenant_id: id } })).items[0];
  await plane.schedules.runNow("billing.invoices");
  await expect.poll(invoice).toMatchObject({ status: "open" });
  const page = await staffPage();
  await page.goto("/invoices?status=open");
  await row(page, name).getByRole("link", { name: /^INV-/ }).click();
  await page.getByRole("button", { name: "Record payment" }).click();
  await page.getByLabel("Reference of the bank transfer").fill("SEPA 42");
  await page.getByRole("dialog").getByRole("button", { name: "Record payment" }).click();
  await page.getByText("Payment recorded").waitFor();
  // The text field of the dialog holds the same text.
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByText("SEPA 42").waitFor();
  expect(await invoice()).toMatchObject({ status: "paid", reference: "SEPA 42" });
});

test("a deployment is registered, and its token is shown once", async () => {
  const page = await staffPage();
  await page.goto("/deployments");
  await page.getByRole("button", { name: "New deployment" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("EU 9");
  await dialog.getByLabel("ID", { exact: true }).fill("eu-9");
  await dialog.getByRole("textbox", { name: "Region" }).fill("eu");
  await dialog.getByLabel("Address").fill("http://127.0.0.1:9");
  await dialog.getByLabel("Service secret").fill("a-service-secret-of-tests");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Make token EU 9" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make token" }).click();
  const token = page.getByRole("textbox", { name: "Deployment token" });
  await token.waitFor();
  expect(await token.inputValue()).toMatch(/^opd_/);
  await page.getByRole("button", { name: "Done" }).click();
  await token.waitFor({ state: "detached" });
});

test("a viewer of a customer sees no buttons that change something, and no page of the staff", async () => {
  const { id } = await aCustomer(plane, { id: "viewed" });
  const page = await visit((await portalPerson(plane, id, "viewer")).email);
  await page.goto("/plan");
  await page.getByRole("radio", { name: "Midsize" }).waitFor();
  expect(await page.getByRole("radio", { name: "Enterprise" }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Cancel subscription" }).count()).toBe(0);
  await page.goto("/prices");
  await page.getByText("You don't have access").waitFor();
  expect(await page.getByRole("link", { name: "Users" }).count()).toBe(0);
});

const customerPaths = ["/", "/plan", "/invoices", "/payment", "/licenses", "/users", "/audit", "/profile"];
const staffPaths = [
  ...["/", "/customers", "/customers/accessible", "/licenses", "/invoices", "/deployments", "/releases"],
  ...["/rollouts", "/prices", "/signing-keys", "/users", "/audit"],
];

test("all pages are accessible in both themes and fit on a phone", async () => {
  const { id } = await aCustomer(plane, { id: "accessible" });
  await aDeployment(plane, { id: "accessible-tp" });
  await plane.staff.api.licenses.issue({ body: { tenant_id: id } });
  await plane.staff.api.releases.create({ body: { version: "1.4.2", channel: "stable" } });
  const visits = [
    { page: await visit((await portalPerson(plane, id)).email), paths: customerPaths },
    { page: await staffPage(), paths: staffPaths },
  ];
  for (const { page, paths } of visits)
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await pageProblems(page), path).toEqual(noProblems);
    }
});

import { createClient, operations } from "@opsplane/contract";
import { type Plane, startPlane } from "@opsplane/tenant-plane/testing";
import { freePort, type Sink, startSink } from "@opsplane/tenant-plane/testing/smtp-sink";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { heading, leave, noProblems, openBrowser, pageProblems, visitor } from "./browser.ts";

let plane: Plane;
let sink: Sink;

beforeAll(async () => {
  const port = await freePort();
  sink = await startSink(port);
  plane = await startPlane({ SMTP_URL: `smtp://127.0.0.1:${port}` });
});
afterEach(leave);
afterAll(async () => {
  await plane.close();
  await sink.stop();
});

/** A tab of someone who is not signed in. */
const stranger = async () => visitor(await openBrowser(), plane.url, { colorScheme: "dark" });
const day = 86_400_000;

test("the link of a report's mail unsubscribes only when its button is pressed", async () => {
  const boss = await plane.tenant();
  const { api } = boss;
  const { id } = await api.reports.create({
    body: { name: "Morning", type: "Incident", schedule: "Daily", data_sources: ["Incidents"] },
  });
  const email = `carla-${boss.tokens.user.tenant_id}@example.com`;
  await api.reportSubscriptions.create({
    params: { id },
    body: { name: "Management", recipients: [email] },
  });
  const key = await api.apiKeys.create({ body: { name: "Later", role: "viewer" } });
  // An access token does not live as long as the clock travels.
  const headers = () => ({ authorization: `Bearer ${key.key}`, "x-tenant-id": boss.tokens.user.tenant_id });
  const later = createClient(operations, { baseUrl: plane.url, headers });
  const stateOf = async () => (await later.reportSubscriptions.list({ params: { id } })).items[0]?.recipients[0]?.state;
  plane.travel(day);
  await plane.schedules.runNow("cron");
  const letter = () => sink.letters.find((each) => each.includes(email));
  await expect.poll(letter, { timeout: 180_000 }).toBeDefined();
  const token = /\/unsubscribe#([\w-]+)/.exec((letter() ?? "").replaceAll("=\r\n", ""))?.[1];
  const page = await stranger();
  await page.goto(`/unsubscribe#${token}`);
  await heading(page, "Unsubscribe").waitFor();
  expect(await pageProblems(page)).toEqual(noProblems);
  expect(await stateOf()).toBe("active");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await heading(page, "Unsubscribed").waitFor();
  await page.getByText(`${email} gets no more mails of this report.`).waitFor();
  await page.getByRole("status").getByText("Morning").waitFor();
  expect(await pageProblems(page)).toEqual(noProblems);
  expect(await stateOf()).toBe("unsubscribed");
});

test("a link that is wrong or incomplete says so", async () => {
  const page = await stranger();
  await page.goto("/unsubscribe#wrong");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await page.getByRole("alert").getByText("This link is not valid").waitFor();
  expect(await pageProblems(page)).toEqual(noProblems);
  await page.goto("/unsubscribe");
  await page.reload();
  await heading(page, "This link can't be used").waitFor();
});

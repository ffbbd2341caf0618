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

test("the link of a page acknowledges and resolves without a login", async () => {
  const boss = await plane.tenant();
  await boss.api.escalationPolicies.create({
    body: { name: "Everyone", is_default: true, steps: [{ targets: [{ type: "user", id: boss.tokens.user.id }] }] },
  });
  const { id, reference } = await boss.api.response.inject({ body: { title: "Checkout is down", severity: "P1" } });
  const letter = () => sink.letters.find((each) => each.includes(boss.email) && each.includes(reference));
  await expect.poll(letter).toBeDefined();
  const token = /\/page#([\w.-]+)/.exec((letter() ?? "").replaceAll("=\r\n", ""))?.[1];
  const page = await stranger();
  await page.goto(`/page#${token}`);
  await heading(page, `${reference}: Checkout is down`).waitFor();
  expect(await pageProblems(page)).toEqual(noProblems);
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await page.getByText("Someone acknowledged it, so no one else is paged.").waitFor();
  expect(await boss.api.incidents.get({ params: { id } })).toMatchObject({ status: "acknowledged" });
  await page.getByRole("button", { name: "Resolve" }).click();
  await page.getByText("Nothing is left to do here.").waitFor();
  expect(await boss.api.incidents.get({ params: { id } })).toMatchObject({ status: "resolved" });
});

test("a link that is wrong or old says so", async () => {
  const page = await stranger();
  await page.goto("/page#wrong.token");
  await heading(page, "This link can't be used").waitFor();
  await page.getByRole("alert").getByText("This link is not valid or has expired.").waitFor();
  expect(await pageProblems(page)).toEqual(noProblems);
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { aSender, aWebhook } from "../../test/an-alert-sender.ts";
import { aLicense, aSigningKey, aStatement, day, hosted } from "../../test/licenses.ts";
import { type Api, type Plane, startPlane } from "../../test/plane.ts";
import { freePort, type Sink, startSink } from "../../test/smtp-sink.ts";

let sink: Sink;
let smtp: Record<string, string>;
beforeAll(async () => {
  const port = await freePort();
  sink = await startSink(port);
  smtp = { SMTP_URL: `smtp://127.0.0.1:${port}` };
});
afterAll(() => sink.stop());

let plane: Plane;
let api: Api;
afterEach(() => plane.close());

/** A plane with an API key, which outlives the days that a test travels. */
async function start(env: Record<string, string>, prepare = async () => {}) {
  plane = await startPlane({ ...smtp, ...env });
  await prepare();
  const { key } = await plane.admin.api.apiKeys.create({ body: { name: "watch", role: "admin" } });
  api = plane.api({ authorization: `Bearer ${key}`, "x-tenant-id": plane.tenantId });
}

/** Mails about the tenant with these words in the subject. */
const mails = (subject: string) =>
  sink.letters.filter((each) => each.includes(plane.tenantId) && each.includes(`Subject: ${subject}`)).length;
const look = () => plane.schedules.runNow("licensing.states");

/** The admins get one mail about the state, also when it is looked at many times. */
async function writtenOnce(subject: string) {
  await look();
  await look();
  await expect.poll(() => mails(subject)).toBe(1);
}

const nobody = (words: string) => `Nobody is paged while ${words}`;

describe("alerts page nobody, the banner says so and the admins get one mail:", () => {
  test("in grace, in read-only, when locked, until a new license", async () => {
    const expires = new Date(Math.ceil(Date.now() / 1000) * 1000 + day);
    await start({ DEPLOYMENT_MODE: "on_prem", CP_LICENSE_PUBLIC_KEY: (await aSigningKey()).publicPem }, async () => {
      await plane.admin.api.license.upload({ body: { license: await aLicense(plane.tenantId, expires) } });
    });
    const sender = await aSender(plane, plane.admin, "alertmanager");
    const outcome = async () => (await sender.send(aWebhook([{ labels: { instance: "web-1" } }]))).status;
    expect(await outcome()).toBe(200);
    await look();
    expect((await api.auth.me()).banner).toBeNull();

    plane.travel(day + 1000);
    expect((await api.auth.me()).banner).toMatchObject({
      nobody_paged: `${nobody("the license is in its grace period")}: alerts are neither evaluated nor received.`,
    });
    expect(await outcome()).toBe(403);
    await writtenOnce(nobody("the license is in its grace period"));

    plane.travel(30 * day);
    expect((await api.auth.me()).banner?.nobody_paged).toContain(nobody("the license is read-only"));
    await writtenOnce(nobody("the license is read-only"));

    plane.travel(30 * day);
    await writtenOnce(nobody("the service is locked"));

    const now = new Date(expires.getTime() + 61 * day);
    const renewed = await aLicense(plane.tenantId, new Date(now.getTime() + 100 * day), { issuedAt: now });
    const admin = await plane.login("admin@opsplane.local", plane.admin.password, plane.tenantId);
    await admin.api.license.upload({ body: { license: renewed } });
    await writtenOnce("People are paged again");
    expect(mails(nobody(""))).toBe(3);
    expect(mails("People are paged again")).toBe(1);
    const { items } = await api.audit.list({ query: { action: "licensing.state" } });
    expect(items.map(({ after }) => after)).toEqual(
      ["active", "locked", "read_only", "grace"].map((state) => ({ state })),
    );
  });

  test("without a valid license", async () => {
    plane = await startPlane({ ...smtp, DEPLOYMENT_MODE: "on_prem" });
    await writtenOnce(nobody("the license is not valid"));
  });

  test("when the subscription is past due, and when it is suspended", async () => {
    await start(await hosted());
    const push = (statement: string) => plane.anyone.system.subscription({ body: { statement } });
    await look();
    await push(await aStatement(plane.tenantId, 1, { status: "past_due", pastDueSince: new Date() }));
    expect((await api.auth.me()).banner?.nobody_paged).toContain(nobody("the subscription is past due"));
    await writtenOnce(nobody("the subscription is past due"));
    await push(await aStatement(plane.tenantId, 2, { status: "suspended", pastDueSince: new Date() }));
    await writtenOnce(nobody("the subscription is suspended"));
    await push(await aStatement(plane.tenantId, 3));
    await writtenOnce("People are paged again");
  });
});

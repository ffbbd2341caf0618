import { maxChannels } from "@opsplane/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Person, type Plane, startPlane } from "../../../../test/plane.ts";
import { claimsOf, type PushedBrowser, type PushService, startPushService } from "../../../../test/push-service.ts";
import { refusalOf } from "../../../../test/refusal.ts";

let plane: Plane;
let service: PushService;
const lines: string[] = [];
beforeAll(async () => {
  service = await startPushService();
  // Without a mail server, as a fresh installation is.
  plane = await startPlane({ OUTBOUND_ALLOW_PRIVATE: "127.0.0.1/32" }, { onLog: (line) => lines.push(line) });
});
afterAll(async () => {
  await plane.close();
  service.close();
});

let counter = 0;
const named = () => `Chrome ${++counter}`;
const subscribe = ({ api }: Person, { subscription: config }: Pick<PushedBrowser, "subscription">, fields = {}) =>
  api.channels.create({ body: { name: named(), type: "browser", user_id: "me", config, ...fields } });
const deliveriesOf = async ({ api }: Person, id: string) => (await api.channels.deliveries({ params: { id } })).items;
const get = ({ api }: Person, id: string) => api.channels.get({ params: { id } });

async function tested(person: Person, id: string) {
  const { id: delivery } = await person.api.channels.test({ params: { id } });
  const found = async () => (await deliveriesOf(person, id)).find((each) => each.id === delivery);
  await expect.poll(async () => (await found())?.status).not.toBe("sending");
  return found();
}

/** Pages a person for a new incident. */
async function page(owner: Person, person: Person, title: string) {
  const incident = await owner.api.incidents.create({
    body: { title, severity: "P1", description: "Not for a phone." },
  });
  const target = { type: "user" as const, id: person.tokens.user.id };
  const made = await owner.api.oncall.page({ body: { incident_id: incident.id, target } });
  return { incident, id: made.id };
}

describe("a browser that a person subscribes", () => {
  test("is paged without a mail server: encrypted for it alone, and signed for its push service", async () => {
    const owner = await plane.tenant();
    const browser = service.browser();
    const channel = await subscribe(owner, browser);
    expect(channel).toMatchObject({ type: "browser", enabled: true, delay_seconds: 0, problem: null, gone_at: null });
    const { incident, id } = await page(owner, owner, "Checkout slow 🚨");
    await expect.poll(() => browser.pushed.length).toBe(1);
    expect(browser.messages()).toEqual([
      {
        title: `[P1] ${incident.reference}: Checkout slow 🚨`,
        severity: "P1",
        reference: incident.reference,
        path: `/incidents/${incident.reference}`,
        page_id: id,
        tag: id,
      },
    ]);
    const headers = browser.pushed[0]?.headers ?? {};
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "3600", urgency: "high" });
    expect(headers.topic).toBe(id.replaceAll("-", ""));
    const { claims, publicKey } = claimsOf(headers.authorization ?? "");
    expect(publicKey).toBe((await owner.api.channels.pushKey()).public_key);
    expect(claims).toMatchObject({ aud: service.url, sub: expect.stringMatching(/^(mailto:|https:)/) });
    const secondsLeft = claims.exp - Date.now() / 1000;
    expect(secondsLeft).toBeGreaterThan(3600);
    expect(secondsLeft).toBeLessThan(24 * 3600);
    await expect.poll(() => get(owner, channel.id)).toMatchObject({ last_delivery_status: "delivered" });
    const { items } = await owner.api.oncall.pages({ query: { incident_id: incident.id } });
    expect(items[0]?.notifications).toMatchObject([
      { channel_name: channel.name, channel_type: "browser", status: "delivered" },
    ]);
  });

  test("is tested by its owner, and each message has its own encryption", async () => {
    const owner = await plane.tenant();
    const browser = service.browser();
    const { id } = await subscribe(owner, browser);
    expect(await tested(owner, id)).toMatchObject({ status: "delivered", response_status: 201, kind: "test" });
    await tested(owner, id);
    expect(browser.messages()).toMatchObject([
      { title: "Test message from Opsplane", path: "/", page_id: null },
      { title: "Test message from Opsplane" },
    ]);
    expect(browser.pushed[0]?.body).not.toEqual(browser.pushed[1]?.body);
  });

  test("shows only the host of its push service; its address and keys are sealed, and neither returned nor logged", async () => {
    const owner = await plane.tenant();
    const { subscription } = service.browser();
    const { id, config } = await subscribe(owner, { subscription });
    await tested(owner, id);
    expect(config).toEqual({ url: new URL(service.url).host, fingerprint: expect.stringMatching(/^[\w-]{43}$/) });
    const { items: audit } = await owner.api.audit.list({ query: { action: "channels.create" } });
    const path = new URL(subscription.endpoint).pathname;
    const client = new pg.Client({ connectionString: plane.databaseUrl });
    await client.connect();
    const { rows } = await client.query("select * from notification_channels where id = $1", [id]);
    const { rows: keys } = await client.query("select sealed from push_keys");
    await client.end();
    const stored = JSON.stringify(rows) + Buffer.from(rows[0].secret).toString("latin1");
    const shown = JSON.stringify([await get(owner, id), audit]) + stored + lines.join("");
    for (const secret of [path, subscription.auth, subscription.p256dh]) expect(shown).not.toContain(secret);
    expect(keys).toHaveLength(1);
    expect(Buffer.from(keys[0].sealed).toString("latin1")).not.toContain('"d"');
  });

  test("cannot be read, changed, tested or removed by another person or tenant, and does not ring for a person who is disabled", async () => {
    const owner = await plane.tenant();
    const [ada, bob, stranger] = [
      await plane.person("operator", owner),
      await plane.person("operator", owner),
      await plane.tenant(),
    ];
    const browser = service.browser();
    const { id } = await subscribe(ada, browser);
    const params = { id };
    for (const other of [bob, stranger]) {
      expect(await refusalOf(get(other, id))).toMatchObject({ status: 404 });
      expect(await refusalOf(other.api.channels.deliveries({ params }))).toMatchObject({ status: 404 });
      expect((await other.api.channels.list()).items).toEqual([]);
      const status = other === bob ? 403 : 404;
      for (const call of [
        () => other.api.channels.remove({ params }),
        () => other.api.channels.test({ params }),
        () => other.api.channels.update({ params, body: { enabled: false } }),
      ])
        expect(await refusalOf(call())).toMatchObject({ status });
    }
    const query = { user_id: ada.tokens.user.id };
    expect((await bob.api.channels.list({ query })).items).toEqual([]);
    expect((await owner.api.channels.list({ query })).items.map((each) => each.id)).toEqual([id]);
    const mine = { body: { config: service.browser().subscription } };
    expect(await refusalOf(owner.api.channels.update({ params, ...mine }))).toMatchObject({ status: 422 });
    await owner.api.users.update({ params: { id: ada.tokens.user.id }, body: { disabled: true } });
    const { incident } = await page(owner, ada, "Nobody home");
    const { items } = await owner.api.oncall.pages({ query: { incident_id: incident.id } });
    expect(items[0]?.notifications.filter(({ user }) => user?.id === ada.tokens.user.id)).toEqual([]);
    expect(browser.pushed).toEqual([]);
  });

  test("belongs to the person, once, and there are so many", async () => {
    const owner = await plane.tenant();
    const browser = service.browser();
    await subscribe(owner, browser);
    expect(await refusalOf(subscribe(owner, browser))).toMatchObject({ status: 409 });
    const other = await plane.person("operator", owner);
    for (const user_id of [null, other.tokens.user.id])
      expect(await refusalOf(subscribe(owner, service.browser(), { user_id }))).toMatchObject({ status: 422 });
    // Two people may share a computer.
    await subscribe(other, browser);
    for (let count = 1; count < maxChannels.browsers; count++) await subscribe(owner, service.browser());
    expect(await refusalOf(subscribe(owner, service.browser()))).toMatchObject({
      status: 409,
      message: expect.stringContaining(`${maxChannels.browsers} browsers`),
    });
  });

  test.each([
    ["without a key", { p256dh: undefined }, "config.p256dh"],
    [
      "with a key that is no point of the curve",
      { p256dh: Buffer.alloc(65, 4).toString("base64url") },
      "config.p256dh",
    ],
    ["with a short secret", { auth: "c2hvcnQ" }, "config.auth"],
    ["by http to a public address", { endpoint: "http://push.example.com/x" }, "config.endpoint"],
    ["at an address that is not allowed", { endpoint: "https://10.0.0.1/x" }, "config.endpoint"],
    ["at the metadata address", { endpoint: "https://169.254.169.254/x" }, "config.endpoint"],
    ["at an address that is too long", { endpoint: `https://push.example.com/${"x".repeat(2000)}` }, "config.endpoint"],
  ])("is refused %s", async (_, wrong, path) => {
    const { subscription } = service.browser();
    const refusal = await refusalOf(subscribe(plane.admin, { subscription: { ...subscription, ...wrong } as never }));
    expect(refusal).toMatchObject({ status: 422, details: [{ path }] });
  });
});

describe("a push service that answers", () => {
  test.each([404, 410])(
    "%i ends the subscription: the delivery failed for good, until the browser renews it",
    async (status) => {
      const owner = await plane.tenant();
      const answer = { status };
      const browser = service.browser(answer);
      const { id } = await subscribe(owner, browser);
      const { incident } = await page(owner, owner, "Down");
      const failed = { status: "failed", attempts: 1, next_attempt_at: null, response_status: status };
      await expect.poll(async () => (await deliveriesOf(owner, id))[0]).toMatchObject(failed);
      expect(await get(owner, id)).toMatchObject({
        gone_at: expect.any(String),
        problem: expect.stringContaining("press Renew"),
        last_delivery_status: "failed",
      });
      const timeline = await owner.api.incidents.timeline({ params: { id: incident.id } });
      expect(JSON.stringify(timeline.items)).toContain("no longer knows this browser");
      // It is not asked again.
      expect(await tested(owner, id)).toMatchObject({ status: "failed", response_status: null });
      expect(browser.pushed).toHaveLength(1);

      const renewed = service.browser();
      await owner.api.channels.update({ params: { id }, body: { config: renewed.subscription } });
      expect(await get(owner, id)).toMatchObject({ gone_at: null, problem: null });
      expect(await tested(owner, id)).toMatchObject({ status: "delivered" });
      expect(renewed.messages()).toHaveLength(1);
    },
  );

  test("410 for the subscription from before a renewal does not end the new one", async () => {
    const owner = await plane.tenant();
    let answerNow = () => {};
    const after = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    const old = service.browser({ status: 410, after });
    const { id } = await subscribe(owner, old);
    await owner.api.channels.test({ params: { id } });
    await expect.poll(() => old.pushed.length).toBe(1);
    await owner.api.channels.update({ params: { id }, body: { config: service.browser().subscription } });
    answerNow();
    await expect.poll(async () => (await deliveriesOf(owner, id))[0]).toMatchObject({ status: "failed" });
    expect(await get(owner, id)).toMatchObject({ last_delivery_status: "failed", gone_at: null, problem: null });
    expect(await tested(owner, id)).toMatchObject({ status: "delivered" });
  });

  test("503 is tried again after a pause, with the same page", async () => {
    const owner = await plane.tenant();
    const answer = { status: 503 };
    const browser = service.browser(answer);
    const { id } = await subscribe(owner, browser);
    await page(owner, owner, "Down");
    await expect.poll(async () => (await deliveriesOf(owner, id))[0]).toMatchObject({ status: "pending", attempts: 1 });
    answer.status = 201;
    plane.travel(6_000);
    await plane.schedules.runNow("oncall.deliveries");
    await expect
      .poll(async () => (await deliveriesOf(owner, id))[0])
      .toMatchObject({ status: "delivered", attempts: 2 });
    const [one, two] = browser.messages();
    expect(two).toEqual(one);
    expect(await get(owner, id)).toMatchObject({ gone_at: null, problem: null });
  });
});

test("the public key stays the same, and every signed-in person can read it", async () => {
  const viewer = await plane.person("viewer", await plane.tenant());
  const { public_key } = await viewer.api.channels.pushKey();
  expect(Buffer.from(public_key, "base64url")).toHaveLength(65);
  expect((await (await plane.tenant()).api.channels.pushKey()).public_key).toBe(public_key);
  expect(await refusalOf(plane.anyone.channels.pushKey())).toMatchObject({ status: 401 });
});

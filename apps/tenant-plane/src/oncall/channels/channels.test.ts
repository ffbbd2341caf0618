import { createECDH } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { isSignedBy, type Receiver, startReceiver } from "../../../test/receiver.ts";
import { refusalOf } from "../../../test/refusal.ts";
import { freePort, type Sink, startSink } from "../../../test/smtp-sink.ts";

let plane: Plane;
let owner: Person;
let sink: Sink;
let receiver: Receiver;
const lines: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  sink = await startSink(port);
  // A path with "flaky" fails once, one with "dead" always.
  receiver = await startReceiver((request, response, count) => {
    const fails = request.path.includes("dead") || (request.path.includes("flaky") && count === 1);
    response.writeHead(fails ? 503 : 200).end();
  });
  plane = await startPlane(
    { SMTP_URL: `smtp://127.0.0.1:${port}`, OUTBOUND_ALLOW_PRIVATE: "1" },
    { onLog: (line) => lines.push(line) },
  );
  owner = await plane.tenant();
});
afterAll(async () => {
  await plane.close();
  await sink.stop();
  receiver.close();
});

let counter = 0;
const newPath = (word: string) => `/${word}-${++counter}`;
type Create = Parameters<Person["api"]["channels"]["create"]>[0]["body"];
const create = (body: Partial<Create> & Pick<Create, "type" | "config">) =>
  owner.api.channels.create({ body: { name: `Channel ${++counter}`, ...body } });
const deliveriesOf = async (id: string) => (await owner.api.channels.deliveries({ params: { id } })).items;

async function tested(id: string) {
  const { id: deliveryId } = await owner.api.channels.test({ params: { id } });
  await expect
    .poll(async () => (await deliveriesOf(id)).find((each) => each.id === deliveryId)?.status)
    .not.toBe("sending");
  return (await deliveriesOf(id)).find((each) => each.id === deliveryId);
}

describe("a test message", () => {
  test("to a webhook is signed as Standard Webhooks defines", async () => {
    const path = newPath("signed");
    const { id, secret } = await create({ type: "webhook", config: { url: receiver.url + path } });
    expect(await tested(id)).toMatchObject({ status: "delivered", kind: "test", response_status: 200, attempts: 1 });
    const [request] = receiver.at(path) as [Receiver["received"][number]];
    const { headers, event } = request;
    expect(isSignedBy(secret ?? "", request)).toBe(true);
    expect(event).toMatchObject({
      id: headers["webhook-id"],
      type: "oncall.test",
      tenant_id: owner.tokens.user.tenant_id,
    });
    expect(await owner.api.channels.get({ params: { id } })).toMatchObject({ last_delivery_status: "delivered" });
  });

  test("to Slack has blocks and a text, and mentions no one", async () => {
    const path = newPath("slack");
    const { id, config } = await create({
      name: "<!channel> & Co",
      type: "slack",
      config: { url: receiver.url + path },
    });
    expect(config).toEqual({ url: new URL(receiver.url).host });
    await tested(id);
    const body = JSON.parse(receiver.at(path)[0]?.body ?? "");
    expect(body.text).toContain("&lt;!channel&gt; &amp; Co");
    expect(body.blocks.map(({ type }: { type: string }) => type)).toEqual(["header", "section", "actions"]);
  });

  test("to Teams is a message with an Adaptive Card", async () => {
    const path = newPath("teams");
    const { id } = await create({ type: "teams", config: { url: receiver.url + path } });
    await tested(id);
    expect(JSON.parse(receiver.at(path)[0]?.body ?? "")).toMatchObject({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: { type: "AdaptiveCard", version: "1.4", body: [{ type: "TextBlock" }, { type: "TextBlock" }] },
        },
      ],
    });
  });

  test("to ntfy goes to the topic with a title and a token", async () => {
    const path = newPath("topic");
    const config = { url: `${receiver.url}/`, topic: path.slice(1), token: "tk_1" };
    const { id, config: shown } = await create({ type: "ntfy", config });
    expect(shown).toEqual({ url: config.url, topic: config.topic, has_token: true });
    await tested(id);
    expect(receiver.at(path)[0]?.headers).toMatchObject({
      title: "Test message from Opsplane",
      priority: "3",
      authorization: "Bearer tk_1",
    });
    // A token is not sent to a server that was chosen later.
    const moved = { params: { id }, body: { config: { url: `${receiver.url}/elsewhere` } } };
    expect((await owner.api.channels.update(moved)).config.has_token).toBe(false);
  });

  test("to an address is an email; a refused address fails", async () => {
    const { id } = await create({ type: "email", config: { email: "ops@example.com" } });
    expect(await tested(id)).toMatchObject({ status: "delivered" });
    expect(sink.letters.at(-1)).toContain("Test message from Opsplane");
    const { id: refused } = await create({ type: "email", config: { email: "refused@example.com" } });
    expect(await tested(refused)).toMatchObject({ status: "failed", error: "The mail server refused the address." });
  });

  test("to a dead receiver fails at once and can be sent again", async () => {
    const path = newPath("dead");
    const { id } = await create({ type: "webhook", config: { url: receiver.url + path } });
    const failed = await tested(id);
    expect(failed).toMatchObject({ status: "failed", response_status: 503, error: "The server answered 503." });
    const params = { id, delivery_id: failed?.id ?? "" };
    expect(await owner.api.channels.redeliver({ params })).toMatchObject({ kind: "redelivery", status: "sending" });
    await expect.poll(() => receiver.at(path).length).toBe(2);
    const [one, two] = receiver.at(path);
    expect(two?.headers["webhook-id"]).toBe(one?.headers["webhook-id"]);
  });
});

test("a page that fails is sent again after a pause with the same id", async () => {
  const path = newPath("flaky");
  const { id } = await create({ type: "webhook", config: { url: receiver.url + path } });
  const { id: incident_id } = await owner.api.incidents.create({ body: { title: "Down" } });
  await owner.api.oncall.page({ body: { incident_id, target: { type: "channel", id } } });
  await expect.poll(async () => (await deliveriesOf(id))[0]).toMatchObject({ status: "pending", attempts: 1 });
  plane.travel(6_000);
  await plane.schedules.runNow("oncall.deliveries");
  await expect.poll(async () => (await deliveriesOf(id))[0]).toMatchObject({ status: "delivered", attempts: 2 });
  const [one, two] = receiver.at(path);
  expect(two?.headers["webhook-id"]).toBe(one?.headers["webhook-id"]);
});

test("secrets are sealed, and neither returned nor logged", async () => {
  const path = newPath("hush-hush");
  const { id } = await create({ type: "slack", config: { url: receiver.url + path } });
  await tested(id);
  expect(JSON.stringify(await owner.api.channels.get({ params: { id } }))).not.toContain(path);
  const { items: audit } = await owner.api.audit.list({ query: { action: "channels.create" } });
  expect(JSON.stringify(audit)).not.toContain(path);
  expect(lines.join("")).not.toContain(path);
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  const { rows } = await client.query("select * from notification_channels where id = $1", [id]);
  await client.end();
  expect(Buffer.from(rows[0].secret).toString("latin1")).not.toContain(path);
});

test("a channel is refused with what it lacks, and a personal one belongs to its owner", async () => {
  const refused = (body: Parameters<typeof create>[0]) => refusalOf(create(body));
  expect(await refused({ type: "email", config: {} })).toMatchObject({
    status: 422,
    details: [{ path: "config.email" }],
  });
  expect(await refused({ type: "slack", config: { url: "ftp://x" } })).toMatchObject({
    status: 422,
    details: [{ path: "config.url" }],
  });
  expect(await refused({ type: "ntfy", config: { url: "https://ntfy.sh" } })).toMatchObject({
    status: 422,
    details: [{ path: "config.topic" }],
  });
  const [ada, bob] = [await plane.person("operator", owner), await plane.person("operator", owner)];
  const body = { name: "Mine", type: "email", config: { email: "a@example.com" }, user_id: "me" } as const;
  const { id } = await ada.api.channels.create({ body });
  expect(await refusalOf(bob.api.channels.remove({ params: { id } }))).toMatchObject({ status: 403 });
  const viewer = await plane.person("viewer", owner);
  expect(await refusalOf(viewer.api.channels.create({ body }))).toMatchObject({ status: 403 });
  const targets = [{ type: "channel" as const, id }];
  const policy = owner.api.escalationPolicies.create({ body: { name: "Personal", steps: [{ targets }] } });
  expect(await refusalOf(policy)).toMatchObject({ status: 422 });
  expect((await ada.api.channels.list({ query: { user_id: "me" } })).items.map((each) => each.id)).toEqual([id]);
  await owner.api.channels.remove({ params: { id } });
});

test("a first browser is a way more: who was paged by email still is, and may change that", async () => {
  const ada = await plane.person("operator", owner);
  const keys = createECDH("prime256v1").generateKeys("base64url");
  const config = { endpoint: `${receiver.url}${newPath("push")}`, p256dh: keys, auth: "BTBZMqHH6r4Tts7J_aSIgg" };
  const browser = { name: "Chrome", type: "browser", user_id: "me", config } as const;
  await ada.api.channels.create({ body: browser });
  const mine = async () => (await ada.api.channels.list({ query: { user_id: "me" } })).items;
  expect(await mine()).toMatchObject([
    { name: "Chrome", type: "browser" },
    { name: "Email", type: "email", config: { email: ada.email }, enabled: true },
  ]);
  const { id: incident_id } = await owner.api.incidents.create({ body: { title: "Both ways" } });
  await owner.api.oncall.page({ body: { incident_id, target: { type: "user", id: ada.tokens.user.id } } });
  await expect.poll(() => sink.letters.some((each) => each.includes(ada.email))).toBe(true);
  await expect.poll(() => receiver.at(new URL(config.endpoint).pathname).length).toBe(1);
  for (const { id } of await mine()) await ada.api.channels.remove({ params: { id } });
  const email = { name: "Mail", type: "email", user_id: "me", config: { email: ada.email } } as const;
  await ada.api.channels.create({ body: email });
  await ada.api.channels.create({ body: browser });
  expect((await mine()).map(({ name }) => name)).toEqual(["Mail", "Chrome"]);
});

test("one escalation policy is the default, and targets must exist", async () => {
  const { api, tokens } = owner;
  const { id } = await create({ type: "email", config: { email: "team@example.com" } });
  const steps = [
    {
      targets: [
        { type: "channel" as const, id },
        { type: "user" as const, id: tokens.user.id },
      ],
    },
  ];
  const first = await api.escalationPolicies.create({ body: { name: "First", is_default: true, steps } });
  const second = await api.escalationPolicies.create({ body: { name: "Second", is_default: true, steps } });
  const { items } = await api.escalationPolicies.list();
  expect(items.filter(({ is_default }) => is_default).map((each) => each.id)).toEqual([second.id]);
  expect(items.find((each) => each.id === first.id)?.steps[0]?.targets[1]?.name).toBe(tokens.user.name);
  expect(await refusalOf(api.channels.remove({ params: { id } }))).toMatchObject({ status: 409 });
  const unknown = [{ targets: [{ type: "team" as const, id }] }];
  const refused = api.escalationPolicies.update({ params: { id: first.id }, body: { steps: unknown } });
  expect(await refusalOf(refused)).toMatchObject({ status: 404 });
  expect(await refusalOf(api.escalationPolicies.create({ body: { name: "First", steps } }))).toMatchObject({
    status: 409,
  });
});

test("old messages are deleted", async () => {
  const { id } = await create({ type: "email", config: { email: "old@example.com" } });
  await tested(id);
  plane.travel(91 * 86_400_000);
  await plane.schedules.runNow("oncall.retention");
  const again = await plane.login(owner.email, owner.password, owner.tokens.user.tenant_id);
  expect((await again.api.channels.deliveries({ params: { id } })).items).toEqual([]);
});

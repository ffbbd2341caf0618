import { createHmac } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startControlPlane, type TestControlPlane } from "../../test/control-plane.ts";
import { aCustomer } from "../../test/customers.ts";
import { type FakeDeployment, fakeDeployment, type UpgradeRequest } from "../../test/fake-deployment.ts";
import { portalPerson } from "../../test/portal-person.ts";

let plane: TestControlPlane;
const fakes: FakeDeployment[] = [];

beforeAll(async () => {
  plane = await startControlPlane({ ACCESS_TOKEN_SECONDS: "86400" });
  const checksums = [{ name: "opsplane-2.0.0.tar", sha256: "a".repeat(64) }];
  await plane.staff.api.releases.create({ body: { version: "2.0.0", channel: "stable", checksums } });
});
afterAll(async () => {
  await plane.close();
  for (const fake of fakes) fake.close();
});

let count = 0;
async function deployment(options: Parameters<typeof fakeDeployment>[2] = {}): Promise<FakeDeployment> {
  const fake = await fakeDeployment(plane, `tp-${++count}`, options);
  fakes.push(fake);
  return fake;
}

const api = () => plane.staff.api.rollouts;
const start = (on: FakeDeployment[], other: object = {}) =>
  api().create({ body: { release_version: "2.0.0", deployment_ids: on.map(({ id }) => id), ...other } });
/** What the schedule finds after so long. */
async function wait(ms = 5_000) {
  plane.travel(ms);
  await plane.schedules.runNow("rollouts.advance");
}
const read = (id: string) => api().get({ params: { id } });
const statesOf = async (id: string) => (await read(id)).targets.map(({ state }) => state);

function isSigned({ headers, body }: UpgradeRequest, secret: string): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return headers["webhook-signature"] === `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}

test("deployments are upgraded one by one: each gets a signed request and must report the new version", async () => {
  const [one, two] = [await deployment(), await deployment()];
  const { id } = await start([one, two]);
  await wait();
  expect(one.requests).toHaveLength(1);
  const [request] = one.requests;
  if (!request) throw new Error("no request came");
  expect(JSON.parse(request.body)).toEqual({
    version: "2.0.0",
    checksums: [{ name: "opsplane-2.0.0.tar", sha256: "a".repeat(64) }],
    rollout_id: id,
    deployment_id: one.id,
  });
  expect(isSigned(request, one.secret)).toBe(true);
  expect(isSigned({ ...request, body: `${request.body} ` }, one.secret)).toBe(false);
  expect(await statesOf(id)).toEqual(["upgrading", "pending"]);

  await wait();
  expect([one.requests.length, two.requests.length]).toEqual([1, 0]);
  one.version = "2.0.0";
  two.onUpgrade = () => {
    two.version = "2.0.0";
  };
  await wait();
  await wait();
  await wait();
  const done = await read(id);
  expect(done).toMatchObject({ state: "succeeded", counts: { succeeded: 2 }, ended_at: expect.any(String) });
  expect(done.targets[0]).toMatchObject({
    from_version: "1.0.0",
    reported_version: "2.0.0",
    attempts: 1,
    reason: null,
  });
});

test("without an upgrade hook the rollout waits for the operator and sees the new version", async () => {
  const manual = await deployment({ hook: false });
  const { id } = await start([manual]);
  await wait();
  expect((await read(id)).targets).toMatchObject([
    { state: "upgrading", has_hook: false, reason: expect.stringContaining("An operator must start the upgrade") },
  ]);
  manual.version = "2.0.0";
  await wait();
  expect(await read(id)).toMatchObject({ state: "succeeded", targets: [{ state: "succeeded" }] });
});

test("a deployment that does not report the version within 15 minutes fails and pauses the rollout; one target can be tried again", async () => {
  const [stuck, next] = [await deployment(), await deployment()];
  next.onUpgrade = () => {
    next.version = "2.0.0";
  };
  const { id } = await start([stuck, next]);
  await wait();
  await wait(15 * 60_000 - 10_000);
  expect(await statesOf(id)).toEqual(["upgrading", "pending"]);
  await wait(10_000);
  const paused = await read(id);
  expect(paused).toMatchObject({ state: "paused", reason: expect.stringContaining(`${stuck.id} failed`) });
  expect(paused.targets[0]?.reason).toContain("did not report 2.0.0 in time. It reports 1.0.0");
  await wait();
  expect(next.requests).toHaveLength(0);

  stuck.onUpgrade = () => {
    stuck.version = "2.0.0";
  };
  await api().retry({ params: { id, deployment_id: stuck.id } });
  for (let tick = 0; tick < 4; tick++) await wait();
  expect(await read(id)).toMatchObject({ state: "succeeded", targets: [{ attempts: 2 }, { state: "succeeded" }] });
  const ids = stuck.requests.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(2);
});

test("a hook that refuses fails the target at once; with stop_on_failure off the others go on", async () => {
  const [refusing, next] = [await deployment(), await deployment()];
  refusing.hookStatus = 403;
  next.onUpgrade = () => {
    next.version = "2.0.0";
  };
  const { id } = await start([refusing, next], { stop_on_failure: false });
  for (let tick = 0; tick < 4; tick++) await wait();
  expect(await read(id)).toMatchObject({
    state: "failed",
    targets: [{ state: "failed", reason: "The upgrade hook answered 403." }, { state: "succeeded" }],
  });
});

test("a hook that is broken for a while is asked again with the same id", async () => {
  const shaky = await deployment();
  shaky.hookStatus = 503;
  const { id } = await start([shaky]);
  await wait();
  expect((await read(id)).targets).toMatchObject([{ state: "upgrading", reason: "The upgrade hook answered 503." }]);
  shaky.hookStatus = 202;
  await wait();
  const ids = shaky.requests.map(({ headers }) => headers["webhook-id"]);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(1);
  shaky.version = "2.0.0";
  await wait();
  expect(await statesOf(id)).toEqual(["succeeded"]);
});

test("a worker that is lost after the request repeats it with the same id, and nothing else", async () => {
  const target = await deployment();
  const database = new pg.Client({ connectionString: plane.databaseUrl });
  await database.connect();
  await database.query(`
    create function lose() returns trigger language plpgsql as $$ begin raise 'lost'; end $$;
    create trigger lose before update on rollout_targets for each row when (new.requested_at is not null) execute function lose()`);
  const { id } = await start([target]);
  plane.travel(5_000);
  await plane.schedules.runNow("rollouts.advance").catch(() => undefined);
  expect(target.requests).toHaveLength(1);
  await database.query("drop trigger lose on rollout_targets");
  await database.end();
  expect((await read(id)).targets).toMatchObject([{ state: "upgrading", requested_at: null, attempts: 1 }]);
  await wait(60_000);
  expect((await read(id)).targets).toMatchObject([
    { state: "upgrading", requested_at: expect.any(String), attempts: 1 },
  ]);
  const ids = target.requests.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});

test("what runs the version or a newer one is skipped, and what is too old fails", async () => {
  const [same, newer, old] = [
    await deployment({ version: "3.0.0" }),
    await deployment({ version: "3.1.0" }),
    await deployment({ version: "1.0.0" }),
  ];
  await plane.staff.api.releases.create({ body: { version: "3.0.0", channel: "stable", min_version: "2.0.0" } });
  const { id } = await start([same, newer, old], { release_version: "3.0.0" });
  for (let tick = 0; tick < 3; tick++) await wait();
  expect(await statesOf(id)).toEqual(["skipped", "skipped", "failed"]);
  expect([same, newer, old].flatMap(({ requests }) => requests)).toEqual([]);
});

test("pause starts no further target, resume goes on, and cancel skips the rest but watches what is upgrading", async () => {
  const [one, two, three] = [await deployment(), await deployment(), await deployment()];
  const { id } = await start([one, two, three]);
  await wait();
  await api().pause({ params: { id } });
  one.version = "2.0.0";
  await wait();
  await wait();
  expect(await read(id)).toMatchObject({ state: "paused", counts: { succeeded: 1, pending: 2 } });
  await expect(api().pause({ params: { id } })).rejects.toMatchObject({ code: "INVALID_TRANSITION" });

  await api().resume({ params: { id } });
  await wait();
  await wait();
  expect(await statesOf(id)).toEqual(["succeeded", "upgrading", "pending"]);
  await api().cancel({ params: { id } });
  two.version = "2.0.0";
  await wait();
  expect(await read(id)).toMatchObject({
    state: "canceled",
    targets: [{}, { state: "succeeded" }, { state: "skipped", reason: "The rollout was canceled." }],
  });
  await expect(api().resume({ params: { id } })).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  expect(three.requests).toEqual([]);
});

test("all hosted deployments of a channel are upgraded, and no deployment is in two rollouts", async () => {
  const beta = await deployment({ channel: "beta" });
  const body = { release_version: "2.0.0", channel: "beta" as const };
  const both = await Promise.allSettled([api().create({ body }), api().create({ body })]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(start([beta])).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringContaining(beta.id) });
});

test("what cannot be rolled out is refused with the reason", async () => {
  await expect(start([{ ...(await deployment()), id: "nowhere" }])).rejects.toMatchObject({ status: 404 });
  const target = await deployment();
  await expect(start([target], { release_version: "9.9.9" })).rejects.toMatchObject({ status: 404 });
  await expect(start([target], { channel: "stable" })).rejects.toMatchObject({ status: 422 });
  await plane.staff.api.deployments.create({
    body: { id: "theirs", name: "Theirs", mode: "on_prem", region: "eu", channel: "stable" },
  });
  await expect(api().create({ body: { release_version: "2.0.0", deployment_ids: ["theirs"] } })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("operated by the customer"),
  });
  await plane.staff.api.releases.create({ body: { version: "2.5.0", channel: "stable" } });
  await plane.staff.api.releases.update({ params: { version: "2.5.0" }, body: { yanked_reason: "Broken." } });
  await expect(start([target], { release_version: "2.5.0" })).rejects.toMatchObject({ code: "CONFLICT" });
  const customer = await portalPerson(plane, (await aCustomer(plane)).id);
  await expect(customer.api.rollouts.list()).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("the secret of a hook is shown once, and removing the hook leaves upgrades to an operator", async () => {
  const target = await deployment();
  const params = { id: target.id };
  expect(JSON.stringify(await api().hook({ params }))).not.toContain("whsec_");
  await api().removeHook({ params });
  await expect(api().hook({ params })).rejects.toMatchObject({ status: 404 });
  await expect(api().setHook({ params, body: { url: "ftp://example.com" } })).rejects.toMatchObject({ status: 422 });
});

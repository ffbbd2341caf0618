import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

// The database refuses the work of a record whose title says so, as a bug would.

let plane: Plane;
let database: pg.Client;

beforeAll(async () => {
  plane = await startPlane({ ACCESS_TOKEN_SECONDS: "86400" });
  database = new pg.Client({ connectionString: plane.databaseUrl });
  await database.connect();
  await database.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin
      if new.title like 'Broken%' then raise exception 'This record is broken.'; end if;
      return new;
    end $$;
    create trigger refuse_breach before update of breached_at on service_requests for each row execute function refuse();
    create trigger refuse_begin before update of status on service_requests for each row
      when (new.status = 'in_fulfillment') execute function refuse()`);
});
afterAll(async () => {
  await database.end();
  await plane.close();
});

const hour = 3_600_000;

async function requestOf({ api }: Person, title: string): Promise<string> {
  const item = await api.catalog.create({ body: { name: title, target_hours: 1 } });
  return (await api.requests.create({ body: { catalog_item_id: item.id } })).id;
}

/** Of one kind, because a request that is not begun in time is also breached, by a schedule that runs when it likes. */
const failedOf = async (person: Person, wanted: "fulfil-request" | "itsm.breaches") =>
  (await person.api.work.list()).items.filter(({ kind }) => kind === wanted);

async function mend(id: string) {
  await database.query(`update service_requests set title = 'Mended' where id = $1`, [id]);
}

test("a job that fails is tried again with pauses, then set aside; an admin tries it again", async () => {
  const boss = await plane.tenant();
  const id = await requestOf(boss, "Broken job");
  await expect
    .poll(() => failedOf(boss, "fulfil-request"))
    .toMatchObject([{ kind: "fulfil-request", tries: 1, reason: expect.stringContaining("broken") }]);
  for (let tries = 2; tries <= 6; tries += 1) {
    plane.travel(hour);
    await plane.schedules.runNow("work.failed");
    const failed = async () => {
      await plane.schedules.runNow("work.failed");
      return (await failedOf(boss, "fulfil-request"))[0]?.tries;
    };
    await expect.poll(failed).toBe(tries);
  }
  const [work] = await failedOf(boss, "fulfil-request");
  expect(work).toMatchObject({ next_try_at: null });
  expect((await boss.api.system.health()).components).toContainEqual(
    expect.objectContaining({
      name: "work",
      status: "down",
      message: expect.stringContaining("Work that failed for good"),
    }),
  );
  await mend(id);
  await boss.api.work.retry({ params: { id: work?.id ?? "" } });
  await expect.poll(async () => (await boss.api.requests.get({ params: { id } })).status).toBe("in_fulfillment");
  const settled = async () => {
    await plane.schedules.runNow("work.failed");
    return failedOf(boss, "fulfil-request");
  };
  await expect.poll(settled).toEqual([]);
});

test("a row that fails holds up no other row, and is performed once it can be", async () => {
  const [boss, other] = [await plane.tenant(), await plane.tenant()];
  const broken = await requestOf(boss, "Plain for now");
  const fine = [await requestOf(boss, "Fine"), await requestOf(other, "Fine too")];
  await database.query(`alter table service_requests disable trigger refuse_begin`);
  await database.query(`update service_requests set title = 'Broken row' where id = $1`, [broken]);
  plane.travel(2 * hour);
  await plane.schedules.runNow("itsm.breaches");
  const breachedAt = async (person: Person, id: string) =>
    (await person.api.requests.timeline({ params: { id } })).items.some(({ kind }) => kind === "breached");
  expect(await breachedAt(boss, fine[0] ?? "")).toBe(true);
  expect(await breachedAt(other, fine[1] ?? "")).toBe(true);
  expect(await breachedAt(boss, broken)).toBe(false);
  const [work] = await failedOf(boss, "itsm.breaches");
  expect(work).toMatchObject({ kind: "itsm.breaches", tries: 1, reason: "This record is broken." });
  expect(work?.next_try_at).not.toBeNull();
  await mend(broken);
  await boss.api.work.retry({ params: { id: work?.id ?? "" } });
  await plane.schedules.runNow("itsm.breaches");
  expect(await breachedAt(boss, broken)).toBe(true);
});

test("what is left of jobs that ended a week ago is deleted, but for failed work", async () => {
  const boss = await plane.tenant();
  await requestOf(boss, "Plain and done");
  await expect.poll(async () => (await boss.api.requests.list()).items[0]?.status).toBe("in_fulfillment");
  const kept = await requestOf(boss, "Broken and kept");
  await expect.poll(() => failedOf(boss, "fulfil-request")).toHaveLength(1);
  const tables = ["workflow_input", "workflow_output", "operation_outputs"];
  const left = async () => {
    await database.query("update dbos.workflow_status set updated_at = 0");
    for (const table of tables) await database.query(`update dbos.${table} set retention_timestamp = 0`);
    await plane.schedules.runNow("system.maintenance");
    const parts = ["workflow_status", ...tables].map((table) => `select workflow_uuid as id from dbos.${table}`);
    const { rows } = await database.query(
      `select distinct id from (${parts.join(" union all ")}) as job where id like 'fulfil-%'`,
    );
    return rows;
  };
  await expect.poll(left).toEqual([{ id: `fulfil-${kept}` }]);
});

test("only holders of the permission see it, and only their tenant's; what is given up is never tried again", async () => {
  const [boss, other] = [await plane.tenant(), await plane.tenant()];
  const id = await requestOf(boss, "Plain");
  await database.query(`update service_requests set title = 'Broken for good' where id = $1`, [id]);
  plane.travel(2 * hour);
  await plane.schedules.runNow("itsm.breaches");
  const [work] = await failedOf(boss, "itsm.breaches");
  const params = { id: work?.id ?? "" };
  expect(await failedOf(other, "itsm.breaches")).toEqual([]);
  expect(await refusalOf(other.api.work.retry({ params }))).toMatchObject({ status: 404 });
  const operator = await plane.person("operator", boss);
  expect(await refusalOf(operator.api.work.list())).toMatchObject({ status: 403 });
  await boss.api.work.dismiss({ params });
  expect(await failedOf(boss, "itsm.breaches")).toEqual([]);
  await mend(id);
  plane.travel(2 * hour);
  await plane.schedules.runNow("itsm.breaches");
  const timeline = await boss.api.requests.timeline({ params: { id } });
  expect(timeline.items.map(({ kind }) => kind)).not.toContain("breached");
});

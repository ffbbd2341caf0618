import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";

let plane: SharedPlane;
let boss: Person;

beforeAll(async () => {
  plane = await sharedPlane();
  boss = await plane.tenant();
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  await client.query(
    `insert into metered_usage (tenant_id, day, meter, charge, count)
     select $1, day, 'telemetry.logs', 100, extract(day from day) from generate_series('2026-03-01'::date, '2026-03-10', '1 day') as day`,
    [boss.tokens.user.tenant_id],
  );
  await client.end();
});

const daysBetween = async (from: string, to: string) =>
  (await boss.api.telemetry.usage({ query: { from, to } })).usage.map(({ day, rows }) => `${day} ${rows}`);

test("usage lists every UTC day in the window; a window that ends at midnight excludes the next day", async () => {
  expect(await daysBetween("2026-03-02T12:00:00Z", "2026-03-04T00:00:00Z")).toEqual(["2026-03-02 2", "2026-03-03 3"]);
  expect(await daysBetween("2026-03-04T00:00:00Z", "2026-03-04T00:00:01Z")).toEqual(["2026-03-04 4"]);
  expect(await daysBetween("2026-03-10T23:00:00-02:00", "2026-03-20")).toEqual([]);
});

test("usage of more than a year is refused", async () => {
  await expect(boss.api.telemetry.usage({ query: { from: "2024-01-01", to: "2026-01-01" } })).rejects.toMatchObject({
    status: 422,
    details: [{ path: "from", message: "must be at most 366 days before to" }],
  });
});

import pg from "pg";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { remoteWrite } from "../../test/alert-stage.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

describe.skipIf(inject("clickhouseProblem") !== "")("costs", () => {
  let plane: SharedPlane;
  beforeAll(async () => {
    plane = await sharedPlane();
  });

  const hourly = { unit: "item_hour", currency: "EUR" } as const;
  const window = { from: "2026-10-01T00:00:00Z", to: "2026-10-02T00:00:00Z" };

  /** Items are made now; their costs are read of a day in which they exist. */
  async function since({ tokens }: Person, created: string): Promise<void> {
    const client = new pg.Client(plane.databaseUrl);
    await client.connect();
    await client.query("update config_items set created_at = $1 where tenant_id = $2", [
      created,
      tokens.user.tenant_id,
    ]);
    await client.end();
  }

  test("of several prices the one that names the most counts, and services share what they run on", async () => {
    const boss = await plane.tenant();
    const { cmdb, finops } = boss.api;
    const host = await cmdb.create({
      body: { name: "host", class: "server", tags: ["gpu"], environment: "production" },
    });
    await cmdb.create({ body: { name: "plain", class: "server", environment: "test" } });
    await cmdb.create({ body: { name: "box", class: "network" } });
    for (const name of ["shop", "search"]) {
      const service = await cmdb.create({ body: { name, class: "service" } });
      await cmdb.relate({ body: { source_id: service.id, target_id: host.id, type: "runs_on" } });
    }
    await since(boss, "2026-10-01T12:00:00Z");
    await finops.createPrice({ body: { ...hourly, name: "Server", class: "server", price: 1 } });
    await finops.createPrice({ body: { ...hourly, name: "GPU", class: "server", tag: "gpu", price: 3 } });
    const costs = async (by: "item" | "service" | "tag" | "class") =>
      (await finops.costs({ query: { by, ...window } })).items.map(({ name, cost, currency }) => [
        name,
        cost,
        currency,
      ]);
    // Twelve hours of each; the box has no price.
    expect(await costs("item")).toEqual([
      ["host", 36, "EUR"],
      ["plain", 12, "EUR"],
    ]);
    expect(await costs("service")).toEqual([
      ["search", 18, "EUR"],
      ["shop", 18, "EUR"],
      ["No service", 12, "EUR"],
    ]);
    expect(await costs("tag")).toEqual([
      ["gpu", 36, "EUR"],
      ["No tag", 12, "EUR"],
    ]);
    expect(await costs("class")).toEqual([["server", 48, "EUR"]]);
    const page = await finops.costs({ query: { ...window, limit: 1, offset: 1 } });
    expect(page).toMatchObject({ total: 2, items: [{ name: "plain", hours: 12, idle: false }] });
    expect((await (await plane.tenant()).api.finops.costs({ query: window })).items).toEqual([]);
  });

  test("a host that hardly used its CPU is idle", async () => {
    const boss = await plane.tenant();
    for (const name of ["lazy", "busy"]) await boss.api.cmdb.create({ body: { name, class: "server" } });
    await boss.api.finops.createPrice({ body: { ...hourly, name: "Server", price: 1 } });
    const now = Date.now();
    const idleSeconds = (instance: string, share: number) => ({
      labels: { __name__: "node_cpu_seconds_total", mode: "idle", cpu: "0", instance: `${instance}:9100` },
      samples: Array.from({ length: 10 }, (_, step): [number, number] => {
        const at = now - (10 - step) * 30_000;
        return [(share * at) / 1000, at];
      }),
    });
    await remoteWrite(plane, boss, [idleSeconds("lazy", 0.99), idleSeconds("busy", 0.4)]);
    const idle = async () =>
      (await boss.api.finops.costs({ query: { from: "now-1h" } })).items
        .filter((cost) => cost.idle)
        .map(({ name }) => name);
    await expect.poll(idle, { timeout: 180_000 }).toEqual(["lazy"]);
  });

  test("prices have one currency, and conditions only where they mean something", async () => {
    const { finops } = (await plane.tenant()).api;
    const made = await finops.createPrice({ body: { ...hourly, name: "All", price: 1 } });
    const refused = (body: Parameters<typeof finops.createPrice>[0]["body"]) => refusalOf(finops.createPrice({ body }));
    expect(await refused({ ...hourly, currency: "USD", name: "Dollar", price: 1 })).toMatchObject({
      ...{ status: 422, details: [{ path: "currency" }] },
    });
    expect(await refused({ unit: "gigabyte", currency: "EUR", name: "Disk", price: 1, tag: "x" })).toMatchObject({
      ...{ status: 422, details: [{ path: "tag" }] },
    });
    expect(await refused({ ...hourly, name: "Negative", price: -1 })).toMatchObject({ status: 422 });
    // The only price may change its currency.
    expect(await finops.updatePrice({ params: { id: made.id }, body: { currency: "USD" } })).toMatchObject({
      currency: "USD",
    });
    await finops.removePrice({ params: { id: made.id } });
    expect((await finops.prices()).total).toBe(0);
  });
});

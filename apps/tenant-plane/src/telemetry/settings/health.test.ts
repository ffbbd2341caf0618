import { beforeAll, describe, expect, inject, test } from "vitest";
import { type SharedPlane, sharedPlane } from "../../../test/plane.ts";

describe.skipIf(inject("clickhouseProblem") !== "")("health of ingestion", () => {
  let plane: SharedPlane;
  beforeAll(async () => {
    plane = await sharedPlane();
  });

  test("each kind says when it was last received and how much today; viewers may see it, other tenants not", async () => {
    const boss = await plane.tenant("enterprise");
    const viewer = await plane.person("viewer", boss);
    const nothing = await viewer.api.telemetry.health();
    expect(nothing.store_up).toBe(true);
    expect(nothing.signals.map(({ kind, received }) => [kind, received])).toEqual([
      ["logs", false],
      ["metrics", false],
      ["traces", false],
      ["flows", false],
    ]);
    const began = Date.now();
    let sentOn = "";
    const logs = async () => {
      const today = new Date().toISOString().slice(0, 10);
      // Again after midnight, when nothing was received today.
      if (sentOn !== today) await boss.api.ingest.logs({ body: [{ message: "one" }, { message: "two" }] });
      sentOn = today;
      return (await viewer.api.telemetry.health()).signals[0];
    };
    await expect.poll(logs, { timeout: 20_000 }).toMatchObject({ kind: "logs", received: true, rows_today: 2 });
    expect(Date.parse((await logs())?.last_received_at ?? "")).toBeGreaterThanOrEqual(began - 1000);
    const stranger = await plane.tenant();
    expect((await stranger.api.telemetry.health()).signals.some(({ received }) => received)).toBe(false);
  });
});

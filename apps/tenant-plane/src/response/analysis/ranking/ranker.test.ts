import { fileURLToPath } from "node:url";
import type { RcaInput } from "@opsplane/rca";
import { createLog, openFaults } from "@opsplane/runtime";
import { afterEach, expect, test } from "vitest";
import { openRanker, type Ranker } from "./ranker.ts";
import { suspectsOf } from "./suspects.ts";

const program = fileURLToPath(new URL("../../../../dist/ranking-worker.js", import.meta.url));
const minute = 60_000;
const at = Date.UTC(2026, 5, 10, 9);
let ranker: Ranker;
afterEach(() => ranker.close());

function open(options: { maxMs?: number } = {}): void {
  const log = createLog("silent");
  ranker = openRanker({ log, faults: openFaults(log), program, ...options });
}

/** A database whose memory fills up, and its caller, which fails. */
const input: RcaInput = {
  at,
  affected: ["shop"],
  services: ["shop", "orders-db", "search"],
  calls: [{ caller: "shop", callee: "orders-db" }],
  series: [
    series("shop", "requests", 100, 100),
    series("shop", "success rate", 1, 0.6),
    series("orders-db", "memory used", 40, 99),
    series("search", "memory used", 40, 40),
  ],
};

function series(service: string, metric: string, usual: number, now: number): RcaInput["series"][number] {
  const times = Array.from({ length: 20 }, (_, index) => at + (index - 10) * minute);
  const values = times.map((time, index) => (time < at ? usual : now) * (1 + 0.001 * (index % 3)));
  return { service, metric, stepMs: minute, times, values, reference: values.map((_, index) => usual + 0.001 * index) };
}

test("a thread finds what the engine finds", async () => {
  open();
  const found = await ranker.rank("a", input);
  expect(new Set(found.map(({ service }) => service))).toEqual(new Set(["orders-db", "shop"]));
  expect(found).toEqual(suspectsOf(input));
});

test("a ranking that does not end fails without a refusal of the request", async () => {
  open({ maxMs: 1 });
  await expect(ranker.rank("a", { ...input, series: Array(20_000).fill(input.series).flat() })).rejects.toThrow(
    "The thread worked longer than 1 ms.",
  );
});

test("a stopping server asks to try again", async () => {
  open();
  const unfinished = Promise.allSettled([ranker.rank("a", input), ranker.rank("a", input), ranker.rank("a", input)]);
  await ranker.close();
  expect((await unfinished).at(-1)).toMatchObject({ status: "rejected", reason: { code: "UNAVAILABLE" } });
});

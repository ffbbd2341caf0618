import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestsOf } from "../formats/requests.ts";
import { type FaultKind, faultKinds } from "../simulator/faults.ts";
import { openSimulation } from "../simulator/simulate.ts";
import { readOptions } from "./options.ts";
import { historyMs, liveLagMs, noticedAt, planOf } from "./plan.ts";
import { openSender } from "./sender.ts";
import { openStateFile, readState } from "./state.ts";
import { newestFirst, sendHistory } from "./telemetry.ts";

const minute = 60_000;
const now = Date.UTC(2026, 5, 10, 12);
const live = now - liveLagMs;

describe("flags", () => {
  test("are a fault and a seed", () => {
    expect(readOptions(["--fault", "dns", "--seed", "7"])).toEqual({ fault: "dns", seed: 7 });
    expect(readOptions([])).toEqual({});
  });

  test("an unknown fault is refused with the list of the ten", () => {
    expect(() => readOptions(["--fault", "fire"])).toThrow(
      `'fire' is not a fault. The ten faults are ${faultKinds.join(", ")}.`,
    );
    expect(faultKinds).toHaveLength(10);
  });

  test.each([["--seed", "x"], ["--seed", "-1"], ["--seed="], ["--what"], ["word"]])("%s %s is refused", (...args) => {
    expect(() => readOptions(args)).toThrow();
  });
});

describe("the plan of a start", () => {
  test("is six hours of history with a slow database since ten minutes", () => {
    expect(planOf({}, undefined, now)).toEqual({
      seed: 1,
      fault: { kind: "slow-database", startedAt: now - 10 * minute },
      history: [{ from: live - historyMs, to: live }],
      liveFrom: live,
    });
  });

  test("continues an earlier start: the gap first, then the history that was not finished", () => {
    const fault = { kind: "dns" as const, startedAt: now - 90 * minute };
    const sent = { from: now - 120 * minute, to: now - 30 * minute };
    const plan = planOf({}, { password: "", seed: 5, fault, sent }, now);
    expect(plan).toMatchObject({ seed: 5, fault, stored: sent });
    expect(plan.history).toEqual([
      { from: sent.to, to: live },
      { from: live - historyMs, to: sent.from },
    ]);
  });

  test("sends at most six hours after a long pause, and the fault begins again", () => {
    const fault = { kind: "dns" as const, startedAt: now - 900 * minute };
    const sent = { from: now - 1000 * minute, to: now - 800 * minute };
    const plan = planOf({}, { password: "", fault, sent }, now);
    expect(plan.history).toEqual([{ from: live - historyMs, to: live }]);
    expect(plan.fault).toEqual({ kind: "dns", startedAt: now - 10 * minute });
  });

  test("does not date a new fault into telemetry that is stored", () => {
    const state = { password: "", sent: { from: now - 60 * minute, to: now - minute } };
    expect(planOf({ fault: "dns" }, state, now).fault.startedAt).toBe(now - minute);
  });

  test.each(faultKinds)("lets the incident of %s begin at once, except after a deployment", (fault: FaultKind) => {
    const delay = noticedAt(planOf({ fault }, undefined, now).fault) - now;
    if (fault === "bad-deploy") expect(delay).toBeGreaterThan(0);
    else expect(delay).toBeLessThanOrEqual(0);
  });
});

describe("history", () => {
  test("is cut into windows without gaps, newest first", () => {
    const range = { from: now - 6 * 60 * minute - 1234, to: now - 4567 };
    const windows = newestFirst(range);
    expect(windows[0]?.to).toBe(range.to);
    expect(windows.at(-1)?.from).toBe(range.from);
    for (const [place, { from }] of windows.entries()) expect(windows[place + 1]?.to ?? range.from).toBe(from);
  });

  test("reports only what is stored without gaps", async () => {
    const range = { from: now - 35 * minute, to: now };
    const reported: number[] = [];
    const held: (() => void)[] = [];
    let isNewestHeld = true;
    const isNewest = (body: object) => JSON.stringify(body).includes(String(now - 60_000));
    const send = async ({ path, body }: { path: string; body: object }) => {
      if (path !== "/api/netflow" || !isNewestHeld || !isNewest(body)) return;
      await new Promise<void>((resolve) => held.push(resolve));
    };
    const sending = sendHistory(openSimulation({ seed: 1 }), send, range, async (from) => {
      reported.push(from);
      isNewestHeld = false;
      if (reported.length === 2) for (const release of held) release();
    });
    await sending;
    expect(reported[0]).toBe(now);
    expect(reported.at(-1)).toBe(range.from);
  });

  test("is sent in requests of bounded size, with every row", () => {
    const slices = [...openSimulation({ seed: 1 }).between(now, now + 12 * minute)];
    const requests = requestsOf(slices);
    const rows = (path: string) => requests.filter((one) => one.path === path).reduce((sum, one) => sum + one.rows, 0);
    expect(rows("/v1/traces")).toBe(slices.flatMap(({ spans }) => spans).length);
    expect(rows("/v1/logs") + rows("/api/logs")).toBe(slices.flatMap(({ logs }) => logs).length);
    expect(rows("/v1/metrics")).toBe(slices.flatMap(({ points }) => points).length);
    expect(rows("/api/netflow")).toBe(slices.flatMap(({ flows }) => flows).length);
    for (const { body } of requests) expect(JSON.stringify(body).length).toBeLessThan(8 * 2 ** 20);
  });
});

describe("the sender", () => {
  const request = { path: "/api/netflow", rows: 1, body: { flows: [1] } } as const;
  const senderOf = (answers: Response[]) => {
    const seen: { init: RequestInit | undefined; waits: number[] } = { init: undefined, waits: [] };
    const send = openSender({
      baseUrl: "http://demo",
      token: "opc_token",
      signal: new AbortController().signal,
      fetch: async (_url, init) => {
        seen.init = init;
        return answers.shift() ?? new Response("{}");
      },
      wait: async (ms) => {
        seen.waits.push(ms);
      },
    });
    return { send, seen };
  };
  const refused = (status: number, after?: string) =>
    new Response("busy", { status, headers: after === undefined ? {} : { "retry-after": after } });

  test("waits as long as a busy server asks, and sends the same body again", async () => {
    const { send, seen } = senderOf([refused(503, "7"), refused(429, "2"), refused(503)]);
    await send(request);
    expect(seen.waits).toEqual([7000, 2000, 1000]);
    const body = seen.init?.body;
    expect(body instanceof Uint8Array && gunzipSync(body).toString()).toBe('{"flows":[1]}');
    expect(seen.init?.headers).toMatchObject({ authorization: "Bearer opc_token", "content-encoding": "gzip" });
  });

  test("fails with the answer of the server otherwise", async () => {
    await expect(senderOf([refused(422)]).send(request)).rejects.toThrow("/api/netflow answered 422: busy");
  });
});

describe("the state file", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "opsplane-demo-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("keeps the newest of many writes, and only its owner reads it", async () => {
    const save = openStateFile(folder);
    const fault = { kind: "dns" as const, startedAt: 1 };
    const states = Array.from({ length: 20 }, (_, to) => ({
      password: "secret",
      seed: 3,
      fault,
      sent: { from: 0, to },
    }));
    await Promise.all(states.map(save));
    expect(await readState(folder)).toEqual(states.at(-1));
    expect((await stat(join(folder, "demo.json"))).mode & 0o777).toBe(0o600);
  });

  test("is ignored when it is missing or damaged", async () => {
    expect(await readState(join(folder, "missing"))).toBeUndefined();
    await writeFile(join(folder, "demo.json"), "{ broken");
    expect(await readState(folder)).toBeUndefined();
  });
});

import { createLog, type Database } from "@opsplane/runtime";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openRunNews } from "./news.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("five hundred people who follow runs share one look, and each learns of a change", async () => {
  let state = "1";
  let looks = 0;
  const rows = async () => {
    looks += 1;
    return ["one", "two"].map((id) => ({ id, state }));
  };
  const news = openRunNews({ database: { system: { rows } } as unknown as Database, log: createLog("silent") });
  const follow = () => Array.from({ length: 500 }, (_, each) => news.changed(each % 2 === 0 ? "one" : "two", "1"));
  const first = Promise.all(follow());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks).toBe(2);
  state = "2";
  await vi.advanceTimersByTimeAsync(400);
  expect(new Set(await first)).toEqual(new Set(["2"]));
  expect(looks).toBe(3);
  // Who asks with an older state is answered without a look.
  expect(await news.changed("one", "1")).toBe("2");
  expect(looks).toBe(3);
  await vi.advanceTimersByTimeAsync(60_000);
  const before = looks;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks, "nobody follows a run").toBe(before);
  news.close();
});

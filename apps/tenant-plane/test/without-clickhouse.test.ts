import type { ClickHouseState } from "@opsplane/embedded";
import { describe, expect, test } from "vitest";
import { problemOf, reasonToSkip } from "./without-clickhouse.ts";

describe("without ClickHouse", () => {
  test("the run fails and says why", () => {
    expect(() => reasonToSkip("no binding for this platform", {})).toThrow(
      "ClickHouse does not run: no binding for this platform. Set OPSPLANE_TESTS_WITHOUT_CLICKHOUSE=1",
    );
    expect(() => reasonToSkip("no binding", { OPSPLANE_TESTS_WITHOUT_CLICKHOUSE: "" })).toThrow("no binding");
  });

  test("the files that need it are skipped on request", () => {
    expect(reasonToSkip("no binding", { OPSPLANE_TESTS_WITHOUT_CLICKHOUSE: "1" })).toBe("no binding");
  });

  test("nothing is skipped while it runs", () => {
    expect(reasonToSkip(undefined, { OPSPLANE_TESTS_WITHOUT_CLICKHOUSE: "1" })).toBe("");
  });
});

describe("whether it runs", () => {
  test.each<[ClickHouseState, string | undefined]>([
    [{ status: "up" }, undefined],
    [{ status: "unavailable", reason: "no binding" }, "no binding"],
    [{ status: "down", reason: "it crashed" }, "it crashed"],
    [{ status: "starting" }, "it is starting"],
  ])("follows from its final state: %o", async (state, problem) => {
    expect(await problemOf({ state: () => state }, 1)).toBe(problem);
  });

  test("is known once it has started, also after a first failure", async () => {
    const states: ClickHouseState[] = [
      { status: "starting" },
      { status: "down", reason: "once" },
      { status: "starting" },
    ];
    expect(await problemOf({ state: () => states.shift() ?? { status: "up" } }, 60_000)).toBeUndefined();
  });
});

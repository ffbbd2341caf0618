import { expect, test } from "vitest";
import { minorsBehind, newest } from "./rules.ts";

test("the newest version is found by number, and a release comes after its candidates", () => {
  expect(newest(["1.9.0", null, "1.10.0", "1.2.30"])).toBe("1.10.0");
  expect(newest(["2.0.0-rc.1", "2.0.0"])).toBe("2.0.0");
  expect(newest(["2.0.0-rc.2", "2.0.0-rc.10", "latest"])).toBe("2.0.0-rc.10");
  expect(newest([null])).toBeNull();
});

test("minor versions are counted within a major version", () => {
  expect(minorsBehind("1.8.4", "1.10.0")).toBe(2);
  expect(minorsBehind("1.10.0", "1.10.0")).toBe(0);
  expect(minorsBehind("1.11.0", "1.10.0")).toBe(0);
  expect(minorsBehind("0.9.0", "1.10.0")).toBeNull();
  expect(minorsBehind(null, "1.10.0")).toBeNull();
});

import { expect, test } from "vitest";
import { differingLabels, seriesNames } from "./series-names.ts";

test("a single series has the name of its query", () => {
  expect(seriesNames([{ host: "a", dc: "one" }], "avg cpu")).toEqual(["avg cpu"]);
});

test("one differing label gives its values", () => {
  const all = [{ host: "a", dc: "one" }, { host: "b", dc: "one" }, { dc: "one" }];
  expect(seriesNames(all, "avg cpu")).toEqual(["a", "b", "no host"]);
});

test("several differing labels are named, and the shared ones left out", () => {
  const all = [
    { host: "a", mode: "idle", dc: "one" },
    { host: "b", mode: "user", dc: "one" },
    { host: "b", dc: "one" },
    { dc: "one" },
  ];
  expect(seriesNames(all, "avg cpu")).toEqual(["host=a mode=idle", "host=b mode=user", "host=b", "avg cpu"]);
  expect(differingLabels(all)).toEqual(["host", "mode"]);
});

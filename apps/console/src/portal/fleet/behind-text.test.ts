import { expect, test } from "vitest";
import { behindText } from "./behind-text.ts";

test.each([
  ["1.4.0", 0, "newest"],
  ["1.3.9", 1, "1 minor version"],
  ["1.1.0", 3, "3 minor versions"],
  ["1.4.0-beta.1", 0, "another patch"],
  ["0.9.0", null, "another major version"],
  [null, null, "unknown"],
])("the version %s, %s minor versions behind 1.4.0, is '%s'", (tp_version, minors_behind, text) => {
  expect(behindText({ tp_version, minors_behind }, "1.4.0")).toBe(text);
});

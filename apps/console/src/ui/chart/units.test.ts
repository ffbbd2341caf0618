import { expect, test } from "vitest";
import { unitText } from "./units.ts";

test.each([
  [0, "bytes", "0 B"],
  [1_234_567, "bytes", "1.2 MB"],
  [1500, "bytes/s", "1.5 kB/s"],
  [0.00025, "seconds", "250 µs"],
  [0.0421, "seconds", "42.1 ms"],
  [1.5, "seconds", "1.5 s"],
  [600, "seconds", "10 min"],
  [7200, "seconds", "2 h"],
  [42.125, "percent", "42.1%"],
  [0.4213, "ratio", "42.1%"],
  [250, "milliseconds", "250 ms"],
  [90_000, "milliseconds", "90 s"],
  [12.44, "count/s", "12.4/s"],
  [1_234_567, "bits/s", "1.2 Mbit/s"],
  [812, "bits/s", "812 bit/s"],
  [0.05, "count", "0.05"],
  [12_345, "count", "12.3K"],
  [-1500, "bytes", "-1.5 kB"],
] as const)("%f %s is written %s", (value, unit, text) => {
  expect(unitText(value, unit)).toBe(text);
});

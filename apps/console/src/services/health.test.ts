import { expect, test } from "vitest";
import { type HealthFigures, healthOf, millisText, rateText, shareText } from "./health.ts";

function figures(change: Partial<HealthFigures> = {}): HealthFigures {
  const { calls = 1000, errors = 0, p95_ms = 100 } = change;
  return { calls, errors, p95_ms, error_rate: calls === 0 ? 0 : errors / calls };
}

test.each([
  ["no errors", figures(), figures(), "healthy"],
  ["one call in twenty fails", figures({ errors: 50 }), figures(), "failing"],
  ["one call in fifty fails", figures({ errors: 20 }), figures(), "degraded"],
  ["one call in fifty fails, as before", figures({ errors: 20 }), figures({ errors: 20 }), "healthy"],
  ["two errors of ten calls are chance", figures({ calls: 10, errors: 2 }), undefined, "healthy"],
  ["p95 has doubled", figures({ p95_ms: 210 }), figures(), "degraded"],
  ["p95 has doubled, but is tiny", figures({ p95_ms: 4 }), figures({ p95_ms: 2 }), "healthy"],
  ["p95 of a few calls", figures({ calls: 5, p95_ms: 900 }), figures(), "healthy"],
  ["without calls any longer", figures({ calls: 0 }), figures(), "silent"],
  ["without calls, as before", undefined, figures({ calls: 3 }), "healthy"],
] as const)("%s", (_title, now, before, health) => {
  expect(healthOf(now, before).health).toBe(health);
});

test("a reason says what is wrong", () => {
  expect(healthOf(figures({ errors: 82 }), undefined).reason).toBe("8.2% errors");
  expect(healthOf(figures({ p95_ms: 310 }), figures()).reason).toBe("p95 is 3.1 times as high as before");
});

test("figures are short", () => {
  expect([0, 0.0004, 0.0042, 0.124].map(shareText)).toEqual(["0%", "<0.1%", "0.42%", "12%"]);
  expect([0.85, 12.34, 1420].map(millisText)).toEqual(["850 µs", "12.3 ms", "1.42 s"]);
  expect([0.123, 4, 41.2, 1234].map(rateText)).toEqual(["0.12/s", "4/s", "41/s", "1,234/s"]);
});

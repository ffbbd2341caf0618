import { describe, expect, test } from "vitest";
import { isExpired } from "./retention.ts";

describe("a partition", () => {
  const at = (day: string) => new Date(`${day}T12:00:00Z`);

  test("is dropped when its whole day is older than the retention", () => {
    expect(isExpired("('2026-01-01',14)", at("2026-01-15"))).toBe(false);
    expect(isExpired("('2026-01-01',14)", at("2026-01-16"))).toBe(true);
  });

  test("is kept when its retention is forever or its name has another form", () => {
    expect(isExpired("('1999-01-01',0)", at("2026-01-01"))).toBe(false);
    expect(isExpired("tuple()", at("2026-01-01"))).toBe(false);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressBytes } from "./address.ts";
import { bits, placesOf, scaledBy } from "./decimal.ts";
import { IngestReport } from "./ingest-report.ts";
import { nanosOf } from "./json-time.ts";
import { levelOfNumber, levelOfWord } from "./levels.ts";
import { SeriesIndex } from "./series-index.ts";

describe("a value", () => {
  test("is stored as an exact decimal number, or as its bits", () => {
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: 0, max: 9 }), (value, atLeast) => {
        const places = placesOf(value, atLeast);
        return places === bits || Object.is(scaledBy(value, places) / 10 ** places, value);
      }),
    );
  });

  test("uses the decimal places of its series when they suffice, and more otherwise", () => {
    expect([placesOf(50.12, 0), placesOf(50, 2), placesOf(50.123, 2), placesOf(9e15, 2)]).toEqual([2, 2, 3, 0]);
    const odd = [Number.NaN, Number.POSITIVE_INFINITY, -0, 1 / 3, 1e300, 5e-324];
    expect(odd.map((value) => placesOf(value, 0))).toEqual(odd.map(() => bits));
  });
});

describe("a time", () => {
  test("is read in every unit that loggers write, to the nanosecond", () => {
    const nanos = 1_767_225_600_123_456_789n;
    const now = Date.parse("2026-01-01T00:00:00Z");
    expect(nanosOf("1767225600123456789", now)).toBe(nanos);
    expect(nanosOf("2026-01-01T00:00:00.123456789Z", now)).toBe(nanos);
    expect(nanosOf("2026-01-01T01:00:00.123+01:00", now)).toBe(1_767_225_600_123_000_000n);
    expect([1_767_225_600, 1_767_225_600_000, 1_767_225_600_000_000].map((unix) => nanosOf(unix, now))).toEqual(
      Array(3).fill(1_767_225_600_000_000_000n),
    );
    expect(nanosOf(1_767_225_600.5, now)).toBe(1_767_225_600_500_000_000n);
    expect(["yesterday", "now-1h", -5, null, {}, "", Number.NaN].map((written) => nanosOf(written, now))).toEqual(
      Array(7).fill(undefined),
    );
  });
});

describe("an address", () => {
  test("is sixteen bytes in every notation", () => {
    const hex = (written: string) => Buffer.from(addressBytes(written) ?? []).toString("hex");
    expect(hex("10.0.0.1")).toBe("00000000000000000000ffff0a000001");
    expect(hex("::ffff:10.0.0.1")).toBe(hex("10.0.0.1"));
    expect(hex("2001:DB8::1")).toBe("20010db8000000000000000000000001");
    expect(hex("::")).toBe("0".repeat(32));
    expect(hex("1:2:3:4:5:6:7:8")).toBe("00010002000300040005000600070008");
    for (const bad of ["", "10.0.0", "10.0.0.256", "fe80::1%eth0", "1::2::3", "a"])
      expect(addressBytes(bad)).toBeUndefined();
  });
});

describe("a level", () => {
  test("is recognized by name and by OpenTelemetry's number", () => {
    expect([levelOfWord("WARNING"), levelOfWord("Critical"), levelOfWord("loud")]).toEqual([
      "warn",
      "fatal",
      undefined,
    ]);
    expect([1, 9, 12, 17, 24, 0, 25].map(levelOfNumber)).toEqual([
      "trace",
      "info",
      "info",
      "error",
      "fatal",
      undefined,
      undefined,
    ]);
  });
});

describe("the series index", () => {
  test("finds every entered series after growing, and announces each once a day", () => {
    const series = new SeriesIndex();
    const key = (index: number) => new Uint32Array([index * 7, index % 3]);
    for (let index = 0; index < 5000; index++) series.add(key(index), new Uint32Array([index, 1]), index % 50);
    for (let index = 0; index < 5000; index++) {
      const slot = series.find(index * 7, index % 3);
      expect([series.idLow(slot), series.idHigh(slot), series.metric(slot)]).toEqual([index, 1, index % 50]);
    }
    expect(series.find(3, 3)).toBe(-1);
    expect([series.isNewOn(0, 5), series.isNewOn(0, 5), series.isNewOn(0, 6)]).toEqual([true, false, true]);
  });
});

describe("the report", () => {
  test("accepts rows within the retention, and counts and names the others", () => {
    const day = 86_400_000;
    const report = new IngestReport(100 * day, 30);
    const times = [100 * day, 71 * day, 69 * day, 102 * day, Number.NaN];
    expect(times.map((time, index) => report.take(time, () => `[${index}]`))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([report.accepted, report.rejected, [...report.days]]).toEqual([2, 3, [100, 71]]);
    expect(report.errors.map(({ path, message }) => `${path} ${message}`)).toEqual([
      "[2] has a time more than 30 days ago",
      "[3] has a time more than a day in the future",
      "[4] has a time that cannot be read",
    ]);
  });

  test("limits the days of one request", () => {
    const report = new IngestReport(1000 * 86_400_000, 1000);
    const taken = Array.from({ length: 500 }, (_, index) => report.take(index * 86_400_000, () => "row"));
    expect(taken.filter(Boolean)).toHaveLength(400);
    expect(report.errors[0]?.message).toContain("exceeds the limit of");
  });
});

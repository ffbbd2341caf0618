import fc from "fast-check";
import { expect, test } from "vitest";
import { type LicenseState, licenseState } from "./index.ts";

const day = 86_400_000;
const expiresAt = new Date("2027-03-01T12:30:15.000Z");
const license = { expiresAt, graceDays: 30, readOnlyDays: 30 };
const after = (ms: number) => new Date(expiresAt.getTime() + ms);
const stateAfter = (ms: number) => licenseState(license, after(ms)).state;

test.each<[boundary: string, ms: number, before: LicenseState, from: LicenseState]>([
  ["the expiry", 0, "active", "grace"],
  ["the end of grace", 30 * day, "grace", "read_only"],
  ["the end of read-only", 60 * day, "read_only", "locked"],
])("at %s the state changes to the millisecond", (_boundary, ms, before, from) => {
  expect([ms - 1000, ms - 1, ms, ms + 1, ms + 1000].map(stateAfter)).toEqual([before, before, from, from, from]);
});

test("each state says when it ends and how many days are left, rounded up", () => {
  expect(licenseState(license, after(-10 * day))).toEqual({
    state: "active",
    endsAt: expiresAt,
    daysRemaining: 10,
    stateDaysRemaining: 10,
  });
  expect(licenseState(license, after(-1))).toMatchObject({ daysRemaining: 1, stateDaysRemaining: 1 });
  expect(licenseState(license, after(-day - 1))).toMatchObject({ daysRemaining: 2 });
  expect(licenseState(license, after(0))).toEqual({
    state: "grace",
    endsAt: after(30 * day),
    daysRemaining: 0,
    stateDaysRemaining: 30,
  });
  expect(licenseState(license, after(45 * day + 1))).toEqual({
    state: "read_only",
    endsAt: after(60 * day),
    daysRemaining: 0,
    stateDaysRemaining: 15,
  });
  expect(licenseState(license, after(60 * day))).toEqual({
    state: "locked",
    endsAt: null,
    daysRemaining: 0,
    stateDaysRemaining: null,
  });
});

test.each<[graceDays: number, readOnlyDays: number, atExpiry: LicenseState]>([
  [0, 30, "read_only"],
  [0, 0, "locked"],
  [1, 0, "grace"],
])("with %i days of grace and %i of read-only, the expiry leads to %s", (graceDays, readOnlyDays, atExpiry) => {
  const short = { expiresAt, graceDays, readOnlyDays };
  expect(licenseState(short, after(-1)).state).toBe("active");
  expect(licenseState(short, after(0)).state).toBe(atExpiry);
  expect(licenseState(short, after((graceDays + readOnlyDays) * day)).state).toBe("locked");
});

const order: readonly LicenseState[] = ["active", "grace", "read_only", "locked"];
const anyLicense = fc.record({
  expiresAt: fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
  graceDays: fc.integer({ min: 0, max: 365 }),
  readOnlyDays: fc.integer({ min: 0, max: 365 }),
});
const anyOffset = fc.integer({ min: -800 * day, max: 800 * day });

test("states only move forward with time", () => {
  fc.assert(
    fc.property(anyLicense, anyOffset, anyOffset, (any, a, b) => {
      const at = (ms: number) => order.indexOf(licenseState(any, new Date(any.expiresAt.getTime() + ms)).state);
      expect(at(Math.min(a, b))).toBeLessThanOrEqual(at(Math.max(a, b)));
    }),
  );
});

test("a state holds until its end and is another one at its end", () => {
  fc.assert(
    fc.property(anyLicense, anyOffset, (any, offset) => {
      const { state, endsAt } = licenseState(any, new Date(any.expiresAt.getTime() + offset));
      if (endsAt === null) {
        expect(state).toBe("locked");
        return;
      }
      expect(licenseState(any, new Date(endsAt.getTime() - 1)).state).toBe(state);
      expect(order.indexOf(licenseState(any, endsAt).state)).toBeGreaterThan(order.indexOf(state));
    }),
  );
});

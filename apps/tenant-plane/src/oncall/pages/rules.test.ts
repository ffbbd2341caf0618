import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { StoredStep } from "../escalation/store.ts";
import { readLink, writeLink } from "./links.ts";
import { nextStep } from "./rules.ts";

const step = (order: number, delay_seconds: number, severities: StoredStep["severities"] = null): StoredStep => ({
  order,
  delay_seconds,
  severities,
  targets: [],
});

describe("the next step", () => {
  const steps = [step(1, 0), step(2, 300, ["P1"]), step(3, 600)];
  const after = (used: number, cycle: number, severity: "P1" | "P3", repeat = 1) => {
    const { step, ...rest } = nextStep({ steps, repeat, step: used, cycle }, severity);
    return { order: step?.order, ...rest };
  };

  test("follows after its own delay, and steps for other severities are left out", () => {
    expect(after(0, 0, "P1")).toEqual({ order: 1, cycle: 0, waitSeconds: 0 });
    expect(after(1, 0, "P1")).toEqual({ order: 2, cycle: 0, waitSeconds: 300 });
    expect(after(1, 0, "P3")).toEqual({ order: 3, cycle: 0, waitSeconds: 600 });
  });

  test("begins again after the longest delay, and at least a minute", () => {
    expect(after(3, 0, "P3")).toEqual({ order: 1, cycle: 1, waitSeconds: 600 });
    expect(after(3, 1, "P3")).toEqual({ order: undefined, cycle: 1, waitSeconds: 600 });
    expect(nextStep({ steps: [step(1, 0)], repeat: 1, step: 1, cycle: 0 }, "P1").waitSeconds).toBe(60);
  });

  test("does not exist when no step is for the severity", () => {
    expect(nextStep({ steps: [step(1, 5, ["P1"])], repeat: 3, step: 0, cycle: 0 }, "P2")).toEqual({
      step: undefined,
      cycle: 0,
      waitSeconds: 0,
    });
  });
});

test("a link is read with its key, until it expires", () => {
  const key = randomBytes(32).toString("base64");
  const link = { tenantId: "acme", incidentId: "i", userId: "u" };
  const token = writeLink(link, 1000, key);
  expect(readLink(token, key, new Date(999_000))).toEqual(link);
  expect(readLink(token, key, new Date(1_000_000))).toBeUndefined();
  expect(readLink(token, randomBytes(32).toString("base64"), new Date(0))).toBeUndefined();
  for (const other of ["", ".", "a.b", `${token}A`.replace(/^./, "x")])
    expect(readLink(other, key, new Date(0))).toBeUndefined();
});

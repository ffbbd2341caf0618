import type { Silence } from "@opsplane/contract";
import { expect, test } from "vitest";
import {
  endOf,
  matchersText,
  newSilenceDraft,
  type SilenceDraft,
  silenceDraftOf,
  silenceFields,
  silenceProblems,
} from "./silence-draft.ts";

const now = Date.parse("2026-11-17T18:00:00Z");
const aDraft = (fields: Partial<SilenceDraft> = {}): SilenceDraft => ({
  ...newSilenceDraft([{ name: "host", operator: "=", value: "web-1" }], "UTC"),
  ...fields,
});

test("a preset counts from now, or from a later start", () => {
  expect(endOf(aDraft(), now)).toBe("2026-11-17T20:00:00.000Z");
  expect(endOf(aDraft({ length: "30m", starts_at: "2026-11-18T06:00:00.000Z" }), now)).toBe("2026-11-18T06:30:00.000Z");
  expect(endOf(aDraft({ length: "30m", starts_at: "2026-11-16T06:00:00.000Z" }), now)).toBe("2026-11-17T18:30:00.000Z");
});

test("a silence starts when it is saved unless it has a start, and empty matchers are left out", () => {
  const matchers = [...aDraft().matchers, { name: " ", operator: "=", value: "x" } as const];
  const fields = silenceFields(aDraft({ matchers, comment: " Patching " }), now);
  expect(fields).toEqual({
    ...{
      kind: "silence",
      matchers: [{ name: "host", operator: "=", value: "web-1" }],
      ci_ids: [],
      with_dependents: true,
    },
    ...{ comment: "Patching", ends_at: "2026-11-17T20:00:00.000Z", recurrence: null },
  });
});

test("a repeating window opens and saves as it was", () => {
  const silence: Silence = {
    ...{ id: "1", version: 3, created_at: "", updated_at: "", created_by: "", kind: "maintenance" },
    ...{ matchers: [], ci_ids: ["a"], with_dependents: false, comment: "Backup", state: "scheduled" },
    ...{ starts_at: "2026-11-01T00:00:00.000Z", ends_at: null, active_until: null, next_start: null, muted_alerts: 0 },
    recurrence: { cron: "0 22 * * SUN", timezone: "Europe/Berlin", duration_minutes: 90 },
  };
  expect(silenceFields(silenceDraftOf(silence, "UTC"), now)).toMatchObject({
    ...{ kind: "maintenance", ci_ids: ["a"], with_dependents: false, ends_at: null },
    recurrence: silence.recurrence,
  });
  expect(silenceProblems(silenceDraftOf(silence, "UTC"), now)).toEqual({});
});

test("what is missing is named by field", () => {
  expect(silenceProblems(newSilenceDraft([], "UTC"), now)).toEqual({ matchers: "Enter a matcher or choose a CI." });
  expect(silenceProblems(aDraft({ length: "custom" }), now)).toEqual({ ends_at: "Enter an end." });
  expect(silenceProblems(aDraft({ length: "custom", ends_at: "2026-11-17T17:00:00Z" }), now)).toEqual({
    ends_at: "Enter an end in the future.",
  });
  expect(silenceProblems(aDraft({ matchers: [{ name: "a", operator: "=~", value: "(" }] }), now)).toEqual({
    matchers: "'(' is not a regular expression.",
  });
});

test("matchers are shown in one line", () => {
  const matchers = [{ name: "host", value: "a" }, { name: "zone", operator: "!=", value: "" } as const];
  expect(matchersText(matchers)).toBe('host = a, zone != ""');
});

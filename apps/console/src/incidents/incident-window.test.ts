import { expect, test } from "vitest";
import { incidentWindow } from "./incident-window.ts";

const at = (time: string) => Date.parse(`2026-11-16T${time}Z`);
const iso = (time: string) => new Date(at(time)).toISOString();
const open = { created_at: iso("10:00:00"), resolved_at: null };

test("an open incident is shown from half an hour before it until now", () => {
  expect(incidentWindow(open, at("10:20:00"))).toEqual({ from: at("09:30:00"), to: at("10:20:00") });
});

test("a resolved incident is shown until a quarter of an hour after its end", () => {
  const resolved = { ...open, resolved_at: iso("11:00:00") };
  expect(incidentWindow(resolved, at("20:00:00")).to).toBe(at("11:15:00"));
  expect(incidentWindow(resolved, at("11:05:00")).to).toBe(at("11:05:00"));
});

test("a long incident is shown for six hours from its start", () => {
  expect(incidentWindow(open, at("23:00:00"))).toEqual({ from: at("09:30:00"), to: at("15:30:00") });
});

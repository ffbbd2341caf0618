import { expect, test } from "vitest";
import { draftOf } from "./draft.ts";
import { addStep, connect } from "./edits.ts";
import { laidOut, placeAfter, placesOf } from "./places.ts";

const chain = ["notification", "delay", "approval"] as const;
const draft = chain.reduce((made, type) => addStep(made, type).draft, draftOf(undefined));

test("the layout runs from top to bottom, and branches do not overlap", () => {
  const branched = connect(addStep(draft, "delay", { after: "notification" }).draft, "delay_2", "approval");
  const places = laidOut(branched);
  const y = (id: string) => places.get(id)?.y ?? Number.NaN;
  expect(y("notification")).toBeLessThan(y("delay"));
  expect(y("delay")).toBeLessThan(y("approval"));
  expect(places.get("delay")?.x).not.toBe(places.get("delay_2")?.x);
});

test("stored positions stay, and a step without one gets a free place", () => {
  const steps = draft.steps.map((step, index) => (index < 2 ? { ...step, position: { x: 0, y: index * 90 } } : step));
  const places = placesOf({ steps, edges: [] });
  expect(places.get("delay")).toEqual({ x: 0, y: 90 });
  expect(places.get("approval")).toBeDefined();
});

test("a new step comes below the one that it follows, right of what is there", () => {
  const first = placeAfter(draft, "notification");
  const delay = placesOf(draft).get("delay");
  expect(first.y).toBe(delay?.y);
  expect(first.x).toBeGreaterThan(delay?.x ?? 0);
});

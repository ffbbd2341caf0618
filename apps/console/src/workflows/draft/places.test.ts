import { expect, test } from "vitest";
import { draftOf } from "./draft.ts";
import { addStep, connect } from "./edits.ts";
import { laidOut, placeAfter, placesOf } from "./places.ts";

const chain = ["notification", "delay", "approval"] as const;
const draft = chain.reduce((made, type) => addStep(made, type).draft, draftOf(undefined));

test("the layout runs from left to right, and branches do not overlap", () => {
  const branched = connect(addStep(draft, "delay", { after: "notification" }).draft, "delay_2", "approval");
  const places = laidOut(branched);
  const x = (id: string) => places.get(id)?.x ?? Number.NaN;
  expect(x("notification")).toBeLessThan(x("delay"));
  expect(x("delay")).toBeLessThan(x("approval"));
  expect(places.get("delay")?.y).not.toBe(places.get("delay_2")?.y);
});

test("stored positions stay, and a step without one gets a free place", () => {
  const steps = draft.steps.map((step, index) => (index < 2 ? { ...step, position: { x: 0, y: index * 90 } } : step));
  const places = placesOf({ steps, edges: [] });
  expect(places.get("delay")).toEqual({ x: 0, y: 90 });
  expect(places.get("approval")).toBeDefined();
});

test("a new step comes right of the one that it follows, below what is there", () => {
  const first = placeAfter(draft, "notification");
  const delay = placesOf(draft).get("delay");
  expect(first.x).toBe(delay?.x);
  expect(first.y).toBeGreaterThan(delay?.y ?? 0);
});

import { expect, test } from "vitest";
import {
  asType,
  contentIn,
  draftOf,
  duplicated,
  edited,
  moved,
  newParameter,
  newStep,
  type RunbookDraft,
  removed,
} from "./draft.ts";

const steps = [newStep("command", "a"), newStep("wait", "b"), newStep("manual", "c")];
const keysOf = (parts: readonly { key: string }[]) => parts.map(({ key }) => key).join("");

test("a step moves to a place, and the others keep their order", () => {
  expect(keysOf(moved(steps, "a", 2))).toBe("bca");
  expect(keysOf(moved(steps, "c", 0))).toBe("cab");
  expect(keysOf(moved(steps, "a", -1))).toBe("abc");
  expect(keysOf(moved(steps, "c", 3))).toBe("abc");
  expect(keysOf(removed(steps, "b"))).toBe("ac");
});

test("a copy comes after its step and gets an id of its own", () => {
  const draft: RunbookDraft = { ...draftOf(undefined), name: "x", steps: [{ ...newStep("wait", "b"), id: "rest" }] };
  const copied = { ...draft, steps: duplicated(draft.steps, "b", "d") };
  expect(keysOf(copied.steps)).toBe("bd");
  expect(contentIn(copied).steps.map(({ id, title }) => [id, title])).toEqual([
    ["rest", "Wait"],
    ["wait_copy", "Wait (copy)"],
  ]);
});

test("undefined removes a field, and other fields stay", () => {
  const step = edited(newStep("command", "a"), { timeout_seconds: undefined, command: "uptime" });
  expect(step).toEqual({ key: "a", type: "command", title: "Run a command", command: "uptime" });
});

test("saved content has ids and no keys", () => {
  const content = contentIn({ ...draftOf(undefined), name: "x", steps, parameters: [newParameter([], "p")] });
  expect(content.steps.map(({ id }) => id)).toEqual(["run_a_command", "wait", "do_by_hand"]);
  expect(JSON.stringify(content)).not.toContain('"key"');
});

test("a new parameter gets a free name, and a new type drops the settings of the old one", () => {
  const parameter = { key: "p", name: "parameter_2", type: "string" as const, pattern: "a+", default: "a" };
  expect(newParameter([parameter], "q").name).toBe("parameter_3");
  expect(asType(parameter, "integer")).toEqual({ key: "p", name: "parameter_2", type: "integer" });
  expect(asType(parameter, "choice").choices).toEqual([]);
});

import { emptyLayout } from "@opsplane/contract";
import { expect, test } from "vitest";
import { changed, redone, undone } from "./use-draft.ts";

const named = (name: string) => ({ name, description: "", layout: emptyLayout });

test("changes are undone and redone in their order, and a new change ends what could be redone", () => {
  const start = { past: [], now: named("a"), future: [] };
  const two = changed(changed(start, named("b")), named("c"));
  const one = undone(two);
  expect(one.now.name).toBe("b");
  expect(redone(one).now.name).toBe("c");
  expect(undone(undone(one)).now.name).toBe("a");
  const other = changed(one, named("d"));
  expect(other.future).toEqual([]);
  expect(redone(other)).toBe(other);
});

test("a change that changes nothing is no step", () => {
  expect(changed({ past: [], now: named("a"), future: [] }, named("a")).past).toEqual([]);
});

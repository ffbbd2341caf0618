import { expect, test } from "vitest";
import { emptyHistory, redone, remember, undone } from "./history.ts";

test("edits are undone and redone in order", () => {
  const history = remember(remember(emptyHistory<string>(), "a", undefined), "b", undefined);
  const back = undone(history, "c");
  expect(back?.state).toBe("b");
  const further = back && undone(back.history, back.state);
  expect(further?.state).toBe("a");
  expect(further && undone(further.history, further.state)).toBeUndefined();
  const again = further && redone(further.history, further.state);
  expect(again?.state).toBe("b");
  expect(again && redone(again.history, again.state)?.state).toBe("c");
});

test("edits of the same field are one step, and a new edit ends the redo", () => {
  let history = remember(emptyHistory<string>(), "", "name");
  history = remember(history, "a", "name");
  history = remember(history, "ab", "name");
  expect(history.past).toEqual([""]);
  const back = undone(history, "abc");
  expect(back && remember(back.history, "", "name").future).toEqual([]);
});

import type { RcaCause } from "@opsplane/contract";
import { expect, test } from "vitest";
import { evidenceLists } from "./evidence-lists.ts";

const cause = (...ids: string[]) => ({ evidence: ids.map((id) => ({ id })) }) as unknown as RcaCause;
const shown = (...causes: RcaCause[]) =>
  evidenceLists(causes).map(({ own, above }) => [own.map(({ id }) => id).join(" "), above]);

test("evidence is written out with the first cause that has it, and named with the others", () => {
  expect(shown(cause("E1", "E2", "E3"), cause("E4", "E2", "E3"), cause("E2", "E3"))).toEqual([
    ["E1 E2 E3", ""],
    ["E4", "E2–E3"],
    ["", "E2–E3"],
  ]);
});

test("ids that do not follow each other are named one by one", () => {
  const all = Array.from({ length: 12 }, (_, at) => `E${at + 1}`);
  expect(shown(cause(...all), cause("E12", "E1", "E3", "E2", "E10")).at(-1)).toEqual(["", "E1–E3, E10, E12"]);
});

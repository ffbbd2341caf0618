import { contentOf } from "@opsplane/automation";
import { expect, test } from "vitest";
import { differences } from "../../ui/differences.ts";
import { flatContent } from "./flat-content.ts";

test("two versions differ in the fields of their steps and in their order", () => {
  const first = contentOf({
    name: "Disk",
    steps: [
      { type: "command", title: "Look", command: "df" },
      { type: "wait", title: "Rest", seconds: 5 },
    ],
  });
  const [look, rest] = first.steps;
  const second = {
    ...first,
    steps: [rest, look && { ...look, command: "df -h" }].filter((step) => step !== undefined),
  };
  expect(differences(flatContent(first), flatContent(second))).toEqual([
    { field: "order of steps", before: "look → rest", after: "rest → look" },
    { field: "look: command", before: "df", after: "df -h" },
  ]);
});

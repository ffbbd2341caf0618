import type { Relation } from "@opsplane/contract";
import { expect, test } from "vitest";
import { relationGroups, stepWords } from "./relation-words.ts";

test("a failure path reads from its start", () => {
  expect(stepWords("runs_on", "downstream")).toBe("hosts");
  expect(stepWords("runs_on", "upstream")).toBe("runs on");
  expect(stepWords("part_of", "downstream")).toBe("is part of");
  expect(stepWords("part_of", "upstream")).toBe("contains");
});

const end = (id: string) => ({ id, name: id, class: "server", environment: "", criticality: "low" as const });
const relation = (source: string, type: Relation["type"], target: string): Relation => ({
  id: `${source} ${type} ${target}`,
  source_id: source,
  target_id: target,
  type,
  description: "",
  origin: "manual",
  created_by: "boss@example.com",
  source: end(source),
  target: end(target),
  created_at: "2026-11-15T03:00:00.000Z",
  updated_at: "2026-11-15T03:00:00.000Z",
});

test("relationships are grouped by type and direction", () => {
  const groups = relationGroups("web", [
    relation("web", "runs_on", "host"),
    relation("shop", "depends_on", "web"),
    relation("web", "depends_on", "db"),
    relation("web", "depends_on", "cache"),
  ]);
  expect(groups.map(({ words, items }) => [words, items.map(({ other }) => other.name)])).toEqual([
    ["depends on", ["db", "cache"]],
    ["is needed by", ["shop"]],
    ["runs on", ["host"]],
  ]);
});

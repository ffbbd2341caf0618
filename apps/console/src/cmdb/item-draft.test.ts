import type { ConfigItem } from "@opsplane/contract";
import { expect, test } from "vitest";
import { changedFields } from "../ui/record-draft.ts";
import { draftOf, draftRules, fieldsOf, itemFields } from "./item-draft.ts";

const item: ConfigItem = {
  id: "0197a000-0000-7000-8000-000000000001",
  version: 3,
  created_at: "2026-11-15T03:00:00.000Z",
  updated_at: "2026-11-15T03:00:00.000Z",
  name: "db-1",
  class: "virtual_machine",
  environment: "production",
  description: "",
  attributes: {},
  owner: null,
  criticality: "high",
  tags: ["pci"],
  source: "manual",
  external_id: null,
  created_by: "boss@example.com",
  open_incidents: 0,
  running_changes: 0,
};
const labelOf = (name: string) => (name === "virtual_machine" ? "Virtual machine" : name);
const named = (typed: string) => (typed === "Virtual machine" ? "virtual_machine" : typed);

test("an untouched form changes nothing", () => {
  expect(changedFields(itemFields(item), fieldsOf(draftOf(item, labelOf), named))).toEqual({});
});

test("only changed fields are sent", () => {
  const draft = { ...draftOf(item, labelOf), criticality: "low" as const, tags: ["pci", "eu"] };
  expect(changedFields(itemFields(item), fieldsOf(draft, named))).toEqual({ criticality: "low", tags: ["pci", "eu"] });
});

test("a custom class is allowed, a sentence is not", () => {
  expect(draftRules.class("Edge box")).toBeNull();
  expect(draftRules.class("what? ever")).toContain("letters");
  expect(draftRules.class(" ")).toContain("Choose");
});

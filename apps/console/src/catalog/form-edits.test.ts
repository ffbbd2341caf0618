import { type Form, formProblems } from "@opsplane/contract";
import { expect, test } from "vitest";
import {
  addField,
  asKind,
  type Kind,
  kindOf,
  kinds,
  moveField,
  removeField,
  renameField,
  setRequired,
} from "./form-edits.ts";

const form: Form = {
  type: "object",
  properties: { model: { type: "string", enum: ["Air", "Pro"] }, why: { type: "string", format: "multiline" } },
  required: ["why"],
};

test("a new field gets a unique name", () => {
  const added = addField(addField(form));
  expect(Object.keys(added.properties ?? {})).toEqual(["model", "why", "field_3", "field_4"]);
  expect(formProblems(added)).toEqual([]);
});

test("a renamed field keeps its position and stays required; a used name is refused", () => {
  const renamed = renameField(form, "why", "reason");
  expect(Object.keys(renamed.properties ?? {})).toEqual(["model", "reason"]);
  expect(renamed.required).toEqual(["reason"]);
  expect(renameField(form, "why", "model")).toBe(form);
});

test("fields move by one, but not past the ends", () => {
  expect(Object.keys(moveField(form, "why", -1).properties ?? {})).toEqual(["why", "model"]);
  expect(moveField(form, "why", 1)).toBe(form);
});

test("a removed field is no longer required", () => {
  expect(removeField(form, "why")).toEqual({
    type: "object",
    properties: { model: form.properties?.model },
    required: [],
  });
  expect(setRequired(form, "model", true).required).toEqual(["why", "model"]);
});

test("every kind is a valid field and is recognized again", () => {
  const all = Object.keys(kinds).filter((kind): kind is Kind => Object.hasOwn(kinds, kind));
  for (const kind of all) {
    const field = asKind({ type: "string", title: "Field" }, kind);
    expect(kindOf(field)).toBe(kind);
    expect(formProblems({ type: "object", properties: { field } })).toEqual([]);
  }
});

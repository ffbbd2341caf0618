import { expect, test } from "vitest";
import { draftOf, fieldsOf, problemsOf } from "./price-draft.ts";

test("conditions are sent for items only", () => {
  const draft = { ...draftOf(undefined, "EUR"), name: " VM ", price: 0.5, class: "server", tag: " " };
  const price = { name: "VM", price: 0.5, currency: "EUR" };
  expect(fieldsOf(draft)).toEqual({ ...price, unit: "item_hour", class: "server", tag: null, environment: null });
  expect(fieldsOf({ ...draft, unit: "gigabyte" })).toEqual({
    ...{ ...price, unit: "gigabyte", class: null, tag: null, environment: null },
  });
});

test("a price needs a name, a number and a currency", () => {
  expect(Object.keys(problemsOf(draftOf(undefined, "EU")))).toEqual(["name", "price", "currency"]);
  expect(problemsOf({ ...draftOf(undefined, "EUR"), name: "x", price: 0 })).toEqual({});
});

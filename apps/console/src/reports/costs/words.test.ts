import type { UnitPrice } from "@opsplane/contract";
import { expect, test } from "vitest";
import { appliesTo, priceText } from "./words.ts";

const at = "2026-11-18T12:00:00.000Z";

function aPrice(fields: Partial<UnitPrice>): UnitPrice {
  return {
    ...{ id: "0198c0de-0000-7000-8000-000000000001", name: "x", unit: "item_hour", price: 1, currency: "EUR" },
    ...{ class: null, tag: null, environment: null, created_by: "", version: 1, created_at: at, updated_at: at },
    ...fields,
  };
}

test("a price shows enough digits", () => {
  expect(priceText(0.0125, "EUR")).toBe("EUR 0.0125");
  expect(priceText(3, "USD")).toBe("USD 3.00");
  expect(priceText(1200.5, "USD")).toBe("USD 1,200.50");
});

test("a price says to what it applies", () => {
  expect(appliesTo(aPrice({}))).toBe("All items");
  expect(appliesTo(aPrice({ class: "server", environment: "production", tag: "pci" }))).toBe(
    "server, production, tag pci",
  );
  expect(appliesTo(aPrice({ unit: "gigabyte" }))).toBe("");
});

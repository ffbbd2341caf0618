import { expect, test } from "vitest";
import { seatsPerTenant } from "./seats.ts";

test("a tenant has so many streams at once, and others' do not count", () => {
  const take = seatsPerTenant(2);
  const leave = take("a");
  take("a");
  expect(() => take("a")).toThrow("At most 2 streams of a tenant follow logs at once");
  take("b");
  leave();
  take("a");
  expect(() => take("a")).toThrow();
});

import { expect, test } from "vitest";
import { openPlaces } from "./places.ts";

test("a tenant has so many places, and all tenants together have a bound; a place that is given back can be taken", () => {
  const take = openPlaces({ perTenant: 2, inAll: 3 });
  const leave = take("a");
  take("a");
  expect(() => take("a")).toThrow("at most 2 uploads and downloads at once");
  take("b");
  expect(() => take("c")).toThrow("too many files");
  leave();
  take("c");
  expect(() => take("a")).toThrow("too many files");
});

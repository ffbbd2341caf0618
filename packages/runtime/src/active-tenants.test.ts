import { expect, test } from "vitest";
import { activeTenants } from "./active-tenants.ts";

test("a tenant has others while another one was active in the last half minute", () => {
  let now = 0;
  const active = activeTenants(() => now);
  active.note("a");
  expect(active.hasOthers("a")).toBe(false);
  active.note("b");
  expect([active.hasOthers("a"), active.hasOthers("b")]).toEqual([true, true]);
  now = 20_000;
  active.note("a");
  now = 31_000;
  expect([active.hasOthers("a"), active.hasOthers("b")]).toEqual([false, true]);
});

test("memory is bounded for very many tenants, and the most recently active are kept", () => {
  const active = activeTenants(() => 0);
  for (let tenant = 0; tenant < 5_000; tenant++) active.note(`t${tenant}`);
  expect(active.hasOthers("t4999")).toBe(true);
});

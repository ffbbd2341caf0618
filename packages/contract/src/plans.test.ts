import { expect, test } from "vitest";
import { addonIds, addons, entitledBy, limitNames, modules, planIds, planOf, plans, unlicensed } from "./plans.ts";

test.each(planIds)("the plan %s without add-ons gives what its row says", (id) => {
  expect(entitledBy(id, [])).toEqual({ modules: plans[id].modules, limits: plans[id].limits });
});

test("an add-on adds its module once, in the order of the modules", () => {
  expect(entitledBy("startup", ["netflow", "automation_pro", "netflow"]).modules).toEqual([
    ...plans.startup.modules,
    "automation",
    "netflow",
  ]);
  expect(entitledBy("midsize", ["automation_pro"])).toEqual(entitledBy("midsize", []));
});

test("AI Pro adds 25,000 credits once, even when it is listed twice", () => {
  expect(entitledBy("startup", ["ai_pro", "ai_pro"]).limits).toEqual({
    ...plans.startup.limits,
    ai_credits_per_month: 25_500,
  });
});

test("a year of retention lifts shorter limits only", () => {
  for (const id of planIds)
    expect(entitledBy(id, ["retention_365"]).limits).toEqual({ ...plans[id].limits, retention_days: 365 });
});

test("an unlimited limit stays unlimited", () => {
  expect(entitledBy(null, addonIds).limits).toEqual(unlicensed.limits);
  expect(entitledBy("enterprise", addonIds).limits.users).toBeNull();
});

test.each(["", "no_such_addon", "constructor", "__proto__", "toString"])(
  "the unknown add-on '%s' adds nothing",
  (id) => {
    expect(entitledBy("startup", [id])).toEqual(entitledBy("startup", []));
  },
);

test("no plan means unlicensed: every module and no limits", () => {
  expect(entitledBy(null, [])).toEqual({ modules, limits: planOf(null).limits });
});

test("every limit of a plan has a name in the list, and no add-on changes another", () => {
  expect(Object.keys(unlicensed.limits).sort()).toEqual([...limitNames].sort());
  for (const id of addonIds) for (const name of Object.keys(addons[id].limits)) expect(limitNames).toContain(name);
});

import { beforeAll, expect, test } from "vitest";
import { goodPassword, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: SharedPlane;
beforeAll(async () => {
  plane = await sharedPlane();
});

test("the audit log lists token refreshes only on request", async () => {
  const boss = await plane.tenant();
  const first = boss.tokens.refresh_token;
  await plane.anyone.auth.refresh({ body: { refresh_token: first } });
  const actions = async (query: object) =>
    (await boss.api.audit.list({ query })).items.map(({ action }) => action).filter((a) => a.startsWith("auth."));
  expect(await actions({})).toEqual(["auth.token"]);
  expect(await actions({ action: "auth." })).toEqual(["auth.token"]);
  expect((await boss.api.audit.list({ query: { action: "auth." } })).total).toBe(1);
  expect(await actions({ include: "refreshes" })).toEqual(["auth.refresh", "auth.token"]);
  expect(await actions({ action: "auth.", include: "refreshes" })).toEqual(["auth.refresh", "auth.token"]);
  expect(await actions({ action: "auth.refresh" })).toEqual(["auth.refresh"]);
});

test("the audit log always lists a refresh token that was used twice", async () => {
  const boss = await plane.tenant();
  const refresh = () => plane.anyone.auth.refresh({ body: { refresh_token: boss.tokens.refresh_token } });
  await refresh();
  await refusalOf(refresh());
  const again = await plane.login(boss.email, goodPassword);
  expect((await again.api.audit.list({ query: { action: "auth.refresh_reused" } })).items).toMatchObject([
    { actor: boss.email, outcome: "denied" },
  ]);
  expect((await again.api.audit.list()).items.map(({ action }) => action)).toContain("auth.refresh_reused");
});

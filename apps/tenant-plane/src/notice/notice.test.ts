import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

const hour = 3_600_000;
let plane: Plane;
let boss: Person;
let viewer: Person;

beforeAll(async () => {
  plane = await startPlane({ ROLE: "api", ACCESS_TOKEN_SECONDS: "86400" });
  boss = await plane.tenant();
  viewer = await plane.person("viewer", boss);
});
afterAll(() => plane.close());

const set = (text: string, more: { level?: "info" | "warning"; ends_at?: string | null } = {}) =>
  boss.api.notice.set({ body: { text, ...more } });

test("only people of the tenant see the notice", async () => {
  expect(await viewer.api.notice.get()).toMatchObject({ text: "", version: 0 });
  await set("Maintenance on Saturday", { level: "warning" });
  expect(await viewer.api.notice.get()).toMatchObject({
    text: "Maintenance on Saturday",
    level: "warning",
    updated_by: boss.email,
  });
  expect(await (await plane.tenant()).api.notice.get()).toMatchObject({ text: "" });
  await boss.api.notice.clear();
  expect(await viewer.api.notice.get()).toMatchObject({ text: "" });
});

test("it disappears when it ends", async () => {
  const endsAt = new Date(Date.now() + hour).toISOString();
  await set("Back in an hour", { ends_at: endsAt });
  expect((await viewer.api.notice.get()).text).toBe("Back in an hour");
  plane.travel(hour);
  expect((await viewer.api.notice.get()).text).toBe("");
  expect(await refusalOf(set("Too late", { ends_at: endsAt }))).toMatchObject({ status: 422 });
});

test("the second of two concurrent changes is refused", async () => {
  const { version } = await set("First");
  const save = (text: string) => boss.api.notice.set({ body: { text } }, { headers: { "if-match": `"${version}"` } });
  await save("Second");
  expect(await refusalOf(save("Third"))).toMatchObject({ status: 409 });
  expect((await viewer.api.notice.get()).text).toBe("Second");
});

import { beforeAll, expect, test } from "vitest";
import { type Person, type SharedPlane, sharedPlane } from "../../../test/plane.ts";

let plane: SharedPlane;
beforeAll(async () => {
  plane = await sharedPlane();
});

/** Resolves when the tail is ready. */
async function follow(headers: Person["headers"]): Promise<{ ended: Promise<void> }> {
  const response = await fetch(`${plane.url}/api/logs/tail`, { headers });
  if (response.body === null) throw new Error("the tail has no body");
  const reader = response.body.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain("event: ready");
  const ended = (async () => {
    while (!(await reader.read()).done);
  })();
  return { ended };
}

test("a tail ends when its role loses the permission to read logs, by session and by key", async () => {
  const boss = await plane.tenant();
  await boss.api.roles.create({ body: { name: "reader", permissions: ["observability:read", "incidents:read"] } });
  const person = await plane.person("reader", boss);
  const { key } = await boss.api.apiKeys.create({ body: { name: "reading machine", role: "reader" } });
  const tails = [await follow(person.headers), await follow({ ...person.headers, authorization: `Bearer ${key}` })];
  const others = await follow(boss.headers);
  await boss.api.roles.update({ params: { name: "reader" }, body: { permissions: ["incidents:read"] } });
  for (const { ended } of tails) await ended;
  expect(await Promise.race([others.ended, "still open"])).toBe("still open");
});

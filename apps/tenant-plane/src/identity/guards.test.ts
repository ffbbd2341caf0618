import { beforeAll, expect, test } from "vitest";
import { goodPassword, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: SharedPlane;
beforeAll(async () => {
  plane = await sharedPlane();
});

test("an invited admin without a password does not count as an admin", async () => {
  const only = await plane.tenant();
  const { id } = only.tokens.user;
  const { email, temporary_password } = await only.api.users.create({
    body: { email: "heir@example.com", name: "Heir", role: "admin" },
  });
  const demote = () => only.api.users.update({ params: { id }, body: { role: "viewer" } });
  expect(await refusalOf(demote())).toMatchObject({ status: 409 });
  const heir = await plane.login(email, temporary_password ?? "", only.tokens.user.tenant_id);
  await heir.api.auth.password({
    body: { current_password: temporary_password ?? "", new_password: goodPassword },
  });
  expect((await demote()).role).toBe("viewer");
});

test("only people who hold all permissions of an API key can revoke it", async () => {
  const boss = await plane.tenant("enterprise");
  const { api } = boss;
  await api.roles.create({ body: { name: "keys", permissions: ["admin:api_keys", "incidents:read"] } });
  await api.roles.create({ body: { name: "reader", permissions: ["incidents:read"] } });
  const keeper = await plane.person("keys", boss);
  const keys = await Promise.all(
    [{ role: "admin" }, { user_id: boss.tokens.user.id }, { role: "reader" }].map((of) =>
      api.apiKeys.create({ body: { name: "k", ...of } }),
    ),
  );
  const revoke = (key: { id: string } | undefined) => keeper.api.apiKeys.revoke({ params: { id: key?.id ?? "" } });
  const [strong, persons, weak] = keys;
  for (const key of [strong, persons])
    expect(await refusalOf(revoke(key))).toMatchObject({ status: 403, code: "FORBIDDEN" });
  await revoke(weak);
});

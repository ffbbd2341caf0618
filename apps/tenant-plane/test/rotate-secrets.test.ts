import { randomBytes } from "node:crypto";
import { createLog } from "@opsplane/runtime";
import { expect, inject, test } from "vitest";
import { readConfig } from "../src/config.ts";
import { rotateSecrets } from "../src/rotate-secrets.ts";
import { createDatabase } from "./databases.ts";
import { newTenantId } from "./people.ts";
import { startPlane } from "./plane.ts";

const newKey = () => randomBytes(32).toString("base64");

test("after a rotation the new key opens everything, and the old key is refused", async () => {
  const [before, after] = [newKey(), newKey()];
  const databaseUrl = await createDatabase(inject("postgresUrl"), "migrated");
  const tenant = { BOOTSTRAP_TENANT_ID: newTenantId() };
  const start = (env: Record<string, string>) => startPlane({ ...tenant, ...env }, { databaseUrl });
  const rotate = (env: Record<string, string>) => rotateSecrets(readConfig(env), databaseUrl, createLog("silent"));

  const first = await start({ SECRETS_MASTER_KEY: before });
  const create = { body: { title: "Once" } };
  const once = { headers: { "idempotency-key": "k" } };
  const incident = await first.admin.api.incidents.create(create, once);
  await first.admin.api.secrets.create({ body: { name: "Token", value: "open sesame" } });
  await first.close();

  await expect(start({ SECRETS_MASTER_KEY: after })).rejects.toThrow("sealed with another master key");
  const both = { SECRETS_MASTER_KEY: after, SECRETS_PREVIOUS_KEYS: before };
  const between = await start({ ...both, ROLE: "api" });
  expect((await between.admin.api.incidents.create(create, once)).id).toBe(incident.id);
  await between.close();

  expect(await rotate(both)).toMatchObject({ "signing keys": 1, "tenant secrets": 1, "remembered answers": 1 });
  expect(await rotate(both)).toEqual({
    "signing keys": 0,
    invitations: 0,
    "tenant secrets": 0,
    "remembered answers": 0,
  });

  await expect(start({ SECRETS_MASTER_KEY: before })).rejects.toThrow("sealed with another master key");
  const last = await start({ SECRETS_MASTER_KEY: after });
  // A token from before the rotation is still valid, and the stored idempotent response can be opened.
  expect((await last.api(first.admin.headers).incidents.create(create, once)).id).toBe(incident.id);
  await last.close();
});

test("an invalid previous key is refused by name", () => {
  expect(() => readConfig({ SECRETS_PREVIOUS_KEYS: "short" })).toThrow(
    "SECRETS_PREVIOUS_KEYS must be keys of 32 bytes",
  );
});

import { createHmac, randomBytes } from "node:crypto";
import { createLog } from "@opsplane/runtime";
import { expect, inject, test } from "vitest";
import { readConfig } from "../src/config.ts";
import { rotateSecrets } from "../src/rotate-secrets.ts";
import { createDatabase, template } from "./databases.ts";
import { newTenantId } from "./people.ts";
import { startPlane } from "./plane.ts";
import { startReceiver } from "./receiver.ts";

const newKey = () => randomBytes(32).toString("base64");

test("after a rotation the new key opens everything, and the old key is refused", async () => {
  const [before, after] = [newKey(), newKey()];
  const databaseUrl = await createDatabase(inject("postgresUrl"), template);
  const tenant = { BOOTSTRAP_TENANT_ID: newTenantId() };
  const start = (env: Record<string, string>) => startPlane({ ...tenant, ...env }, { databaseUrl });
  const rotate = (env: Record<string, string>) => rotateSecrets(readConfig(env), databaseUrl, createLog("silent"));

  const first = await start({ SECRETS_MASTER_KEY: before });
  const create = { body: { title: "Once" } };
  const once = { headers: { "idempotency-key": "k" } };
  const incident = await first.admin.api.incidents.create(create, once);
  await first.admin.api.secrets.create({ body: { name: "Token", value: "open sesame" } });
  const url = "https://hooks.example.com/";
  const { id } = await first.admin.api.webhooks.create({ body: { name: "Signed", url, event_types: ["ci.created"] } });
  const { secret } = await first.admin.api.webhooks.rotateSecret({ params: { id } });
  await first.admin.api.channels.create({ body: { name: "Chat", type: "slack", config: { url } } });
  await first.close();

  await expect(start({ SECRETS_MASTER_KEY: after })).rejects.toThrow("sealed with another master key");
  const both = { SECRETS_MASTER_KEY: after, SECRETS_PREVIOUS_KEYS: before };
  const between = await start({ ...both, ROLE: "api" });
  expect((await between.admin.api.incidents.create(create, once)).id).toBe(incident.id);
  await between.close();

  expect(await rotate(both)).toMatchObject({
    "signing keys": 1,
    "tenant secrets": 1,
    "remembered answers": 1,
    "webhook secrets": 1,
    "channel secrets": 1,
    "key of web push": 1,
    "previous webhook secrets": 1,
  });
  for (const count of Object.values(await rotate(both))) expect(count).toBe(0);

  await expect(start({ SECRETS_MASTER_KEY: before })).rejects.toThrow("sealed with another master key");
  const last = await start({ SECRETS_MASTER_KEY: after, OUTBOUND_ALLOW_PRIVATE: "1" });
  // A token from before the rotation is still valid, and the stored idempotent response can be opened.
  expect((await last.api(first.admin.headers).incidents.create(create, once)).id).toBe(incident.id);
  const receiver = await startReceiver();
  await last.admin.api.webhooks.update({ params: { id }, body: { url: receiver.url } });
  await last.admin.api.webhooks.test({ params: { id } });
  await expect.poll(() => receiver.received.length).toBe(1);
  const { headers, body = "" } = receiver.received[0] ?? {};
  const signed = `${headers?.["webhook-id"]}.${headers?.["webhook-timestamp"]}.${body}`;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(signed).digest("base64");
  expect(headers?.["webhook-signature"]).toContain(`v1,${signature} v1,`);
  await last.close();
  receiver.close();
});

test("an invalid previous key is refused by name", () => {
  expect(() => readConfig({ SECRETS_PREVIOUS_KEYS: "short" })).toThrow(
    "SECRETS_PREVIOUS_KEYS must be keys of 32 bytes",
  );
});

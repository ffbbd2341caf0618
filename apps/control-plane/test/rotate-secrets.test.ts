import { randomBytes } from "node:crypto";
import { createLog } from "@opsplane/runtime";
import pg from "pg";
import { expect, test } from "vitest";
import { readConfig } from "../src/config.ts";
import { rotateSecrets, sealedColumns } from "../src/rotate-secrets.ts";
import { startControlPlane } from "./control-plane.ts";
import { aCustomer, aDeployment } from "./customers.ts";

test("after a rotation the new key alone opens licenses and signing keys", async () => {
  const [before, after] = [1, 2].map(() => randomBytes(32).toString("base64"));
  const first = await startControlPlane({ SECRETS_MASTER_KEY: before ?? "" });
  const { databaseUrl } = first;
  await aDeployment(first);
  const { id: tenant_id } = await aCustomer(first);
  const { id } = await first.staff.api.licenses.issue({ body: { tenant_id } });
  const download = async (plane: typeof first) => (await plane.staff.api.licenses.download({ params: { id } })).text();
  const license = await download(first);
  await first.close();

  const both = readConfig({ SECRETS_MASTER_KEY: after, SECRETS_PREVIOUS_KEYS: before });
  const changed = await rotateSecrets(both, databaseUrl, createLog("silent"));
  expect(changed).toMatchObject({ licenses: 1, "license keys": 1, "service secrets of deployments": 1 });
  const second = await startControlPlane({ SECRETS_MASTER_KEY: after ?? "" }, { databaseUrl });
  expect(await download(second)).toBe(license);
  await second.staff.api.licenses.renew({ params: { id }, body: {} });
  await second.close();
});

/** Columns of bytes that hold no sealed value. */
const unsealed = [
  "deployment_credentials.token_hash",
  "idempotency_keys.body",
  "idempotency_keys.key",
  "licenses.jwt_hash",
  "login_attempts.key",
  "refresh_tokens.attempt",
  "refresh_tokens.hash",
  "signups.token_hash",
];

test("the rotation covers every column of bytes that is not a hash", async () => {
  const plane = await startControlPlane({ ROLE: "api" });
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select table_name || '.' || column_name as name from information_schema.columns where data_type = 'bytea' and table_schema = 'public' order by 1",
  );
  await client.end();
  await plane.close();
  const sealed = rows.map(({ name }) => name).filter((name) => !unsealed.includes(name));
  const covered = sealedColumns.map(({ table, column }) => `${table.strings.join("")}.${column.strings.join("")}`);
  expect(covered.sort()).toEqual(sealed.sort());
});

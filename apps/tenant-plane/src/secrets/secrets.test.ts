import { randomBytes } from "node:crypto";
import { automationWriter, createLog, openDatabase, secretBox, systemClock } from "@opsplane/runtime";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";
import { useSecret } from "./index.ts";

const masterKey = randomBytes(32);
let plane: Plane;
let boss: Person;

beforeAll(async () => {
  plane = await startPlane({ ROLE: "api", SECRETS_MASTER_KEY: masterKey.toString("base64") });
  boss = await plane.tenant();
});
afterAll(() => plane.close());

const value = "Bearer correct horse battery staple";

test("a secret's value is in no answer, no audit record, no event and not readable in the database", async () => {
  const headers = { "idempotency-key": "k1" };
  const made = await boss.api.secrets.create({ body: { name: "Pager token", value } }, { headers });
  const params = { id: made.id };
  const replaced = await boss.api.secrets.update({ params, body: { value: `${value} 2` } });
  expect(replaced).toMatchObject({ name: "Pager token", value_version: 2, last_used_at: null, created_by: boss.email });
  const answers = [
    made,
    replaced,
    await boss.api.secrets.get({ params }),
    await boss.api.secrets.list(),
    await boss.api.audit.list({ query: { target_type: "secret" } }),
  ];
  expect(JSON.stringify(answers)).not.toContain("horse");
  const stored = await textOfDatabase(plane.databaseUrl, boss.tokens.user.tenant_id);
  expect(stored).toContain("pager token");
  expect(stored).not.toContain("horse");
  expect(stored).not.toContain(Buffer.from("horse").toString("hex"));
});

/** Every row that the tenant has as text, in which bytes are hexadecimal. */
async function textOfDatabase(connectionString: string, tenantId: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("set xmlbinary = hex");
    await client.query("select set_config('app.tenant_id', $1, false)", [tenantId]);
    const { rows } = await client.query<{ text: string }>("select database_to_xml(true, false, '')::text as text");
    return rows[0]?.text.toLowerCase() ?? "";
  } finally {
    await client.end();
  }
}

test("a job opens the value, and the audit log says what used it", async () => {
  const { tenant_id } = boss.tokens.user;
  const { id } = await boss.api.secrets.create({ body: { name: "Chat", value } });
  const database = openDatabase({
    url: plane.databaseUrl,
    log: createLog("silent"),
    tenantConnections: 1,
    systemConnections: 1,
  });
  const hooks = { now: systemClock.now, react: async () => undefined, committed: () => undefined };
  const core = { asAutomation: automationWriter(hooks, database.inTenant), secrets: secretBox(masterKey) };
  const usedBy = { type: "webhook", id: "7", name: "Chat room" };
  try {
    expect(await useSecret(core, tenant_id, id, usedBy)).toBe(value);
    const { tenant_id: another } = (await plane.tenant()).tokens.user;
    await expect(useSecret(core, another, id, usedBy)).rejects.toThrow("There is no secret");
  } finally {
    await database.close();
  }
  const { items } = await boss.api.audit.list({ query: { target_type: "secret", target_id: id } });
  expect(items.map(({ action, actor }) => [action, actor])).toEqual([
    ["secrets.use", "automation"],
    ["secrets.create", boss.email],
  ]);
  expect(items[0]?.after).toEqual({ used_by: usedBy, value_version: 1 });
  const secret = await boss.api.secrets.get({ params: { id } });
  expect(secret).toMatchObject({ last_used_by: "webhook Chat room", last_used_at: expect.any(String) });
});

test("two secrets cannot have one name, and of two edits at once the second is refused", async () => {
  const { id, version } = await boss.api.secrets.create({ body: { name: "Once", value } });
  expect(await refusalOf(boss.api.secrets.create({ body: { name: "Once", value } }))).toMatchObject({
    status: 409,
    message: "A secret 'Once' exists already.",
  });
  const rename = (name: string) =>
    boss.api.secrets.update({ params: { id }, body: { name } }, { headers: { "if-match": `"${version}"` } });
  await rename("Twice");
  expect(await refusalOf(rename("Thrice"))).toMatchObject({ status: 409 });
});

test("an operator can neither see nor write secrets", async () => {
  const operator = await plane.person("operator", boss);
  expect(await refusalOf(operator.api.secrets.list())).toMatchObject({ status: 403 });
  expect(await refusalOf(operator.api.secrets.create({ body: { name: "x", value } }))).toMatchObject({ status: 403 });
});

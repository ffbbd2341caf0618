import { randomBytes } from "node:crypto";
import { automationWriter, createLog, type Database, openDatabase, secretBox, systemClock } from "@opsplane/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";
import { encryptKey, freePort, type Sshd, startSshd } from "../../test/sshd.ts";
import { findTargets, noteHostUsed, openHost } from "./index.ts";

const masterKey = randomBytes(32);
const passphrase = "open sesame";
let plane: Plane;
let boss: Person;
let sshd: Sshd;
let secretId: string;
let database: Database;

beforeAll(async () => {
  sshd = await startSshd();
  plane = await startPlane({ ROLE: "api", SECRETS_MASTER_KEY: masterKey.toString("base64") });
  boss = await plane.tenant();
  secretId = await aSecret("Login", sshd.privateKey);
  const connections = { tenantConnections: 2, systemConnections: 1 };
  database = openDatabase({ url: plane.databaseUrl, log: createLog("silent"), ...connections });
});
afterAll(async () => {
  await database.close();
  await plane.close();
  await sshd.stop();
});

const aSecret = async (name: string, value: string) => (await boss.api.secrets.create({ body: { name, value } })).id;
type NewHost = Parameters<Person["api"]["hosts"]["create"]>[0]["body"];
async function aHost(name: string, body: Partial<NewHost> = {}) {
  const { port, username } = sshd;
  const at = { address: "127.0.0.1", port, username, secret_id: secretId };
  return boss.api.hosts.create({ body: { name, ...at, ...body } });
}
const trust = (id: string, fingerprint = sshd.hostKey()) =>
  boss.api.hosts.addKey({ params: { id }, body: { type: "ssh-ed25519", fingerprint } });
const testOf = ({ id }: { id: string }) => boss.api.hosts.test({ params: { id } });

test("a key is read, compared and trusted, and then the connection works", async () => {
  const host = await aHost("web-1");
  const params = { id: host.id };
  expect(await testOf(host)).toMatchObject({ ok: false, message: expect.stringContaining("web-1 has no trusted key") });
  const offered = await boss.api.hosts.offeredKey({ params });
  expect(offered).toEqual({ type: "ssh-ed25519", fingerprint: sshd.hostKey(), trusted: false });
  await boss.api.hosts.addKey({ params, body: offered });
  expect(await boss.api.hosts.offeredKey({ params })).toMatchObject({ trusted: true });
  expect(await testOf(host)).toEqual({
    ok: true,
    message: `Logged in as ${sshd.username}.`,
    duration_ms: expect.any(Number),
  });
});

test("a test says what is wrong", async () => {
  const wrongKey = await aHost("wrong key");
  await trust(wrongKey.id, `SHA256:${"x".repeat(43)}`);
  const { message } = await testOf(wrongKey);
  expect(message).toContain(sshd.hostKey());
  expect(message).toContain(`SHA256:${"x".repeat(43)}`);

  const wrongSecret = await aHost("wrong secret", { secret_id: await aSecret("Nonsense", "hunter2") });
  await trust(wrongSecret.id);
  expect(await testOf(wrongSecret)).toMatchObject({ ok: false, message: expect.stringContaining("cannot be read") });

  const closed = await aHost("closed", { port: await freePort() });
  await trust(closed.id);
  expect(await testOf(closed)).toMatchObject({
    ok: false,
    message: expect.stringContaining("refused the connection"),
  });
  expect(await refusalOf(boss.api.hosts.offeredKey({ params: { id: closed.id } }))).toMatchObject({
    status: 422,
    message: expect.stringContaining("refused the connection"),
  });

  const byName = await aHost("by name", { address: "no.such.invalid" });
  expect(await refusalOf(boss.api.hosts.offeredKey({ params: { id: byName.id } }))).toMatchObject({ status: 422 });
  const byAgent = await aHost("by agent", { connection: "agent", agent: "site-1" });
  expect(await testOf(byAgent)).toMatchObject({ ok: false, message: expect.stringContaining("site-1") });
  expect(await refusalOf(boss.api.hosts.offeredKey({ params: { id: byAgent.id } }))).toMatchObject({ status: 422 });
});

test("a host behind a bastion is reached when both keys are trusted", async () => {
  const bastion = await aHost("jump");
  const inner = await aHost("db-1", { bastion_id: bastion.id });
  expect(await refusalOf(boss.api.hosts.offeredKey({ params: { id: inner.id } }))).toMatchObject({
    status: 409,
    message: "The host jump has no trusted key. Read its key, compare it and trust it first.",
  });
  await trust(bastion.id);
  expect(await boss.api.hosts.offeredKey({ params: { id: inner.id } })).toMatchObject({ trusted: false });
  await trust(inner.id);
  expect(await testOf(inner)).toMatchObject({ ok: true });
  await boss.api.hosts.update({ params: { id: bastion.id }, body: { enabled: false } });
  expect(await testOf(inner)).toMatchObject({ ok: false, message: "The bastion jump is disabled. Enable it first." });
});

test("no secret is in an answer, the audit log or an error", async () => {
  const privateKey = encryptKey(sshd.privateKey, passphrase);
  const body = {
    secret_id: await aSecret("Encrypted", privateKey),
    passphrase_secret_id: await aSecret("Passphrase", passphrase),
  };
  const host = await aHost("encrypted", body);
  await trust(host.id);
  const wrong = await aHost("wrong passphrase", {
    ...body,
    passphrase_secret_id: await aSecret("Wrong", "sesame not"),
  });
  await trust(wrong.id);
  const answers = [
    await testOf(host),
    await testOf(wrong),
    await boss.api.hosts.list(),
    await boss.api.audit.list({ query: { limit: 1000 } }),
  ];
  expect(answers[0]).toMatchObject({ ok: true });
  expect(answers[1]).toMatchObject({ ok: false, message: expect.stringContaining("Check its passphrase") });
  const shown = JSON.stringify(answers);
  const someLine = privateKey.split("\n")[3] ?? "";
  for (const secret of [passphrase, "sesame not", someLine]) expect(shown).not.toContain(secret);
});

describe("with SSH_ALLOW_PRIVATE=0", () => {
  test("a host on loopback is refused when it is saved, and by name when it is reached", async () => {
    const strict = await startPlane({ ROLE: "api", SSH_ALLOW_PRIVATE: "0" });
    try {
      const { api } = await strict.tenant();
      const { id: secret_id } = await api.secrets.create({ body: { name: "Key", value: "x" } });
      const body = { name: "local", username: "ops", secret_id };
      expect(await refusalOf(api.hosts.create({ body: { ...body, address: "127.0.0.1" } }))).toMatchObject({
        status: 422,
        message: expect.stringContaining("127.0.0.1 is a loopback address, which SSH connections must not reach"),
      });
      const { id } = await api.hosts.create({ body: { ...body, address: "localhost" } });
      expect(await refusalOf(api.hosts.offeredKey({ params: { id } }))).toMatchObject({
        status: 422,
        message: expect.stringContaining("SSH_ALLOW_PRIVATE"),
      });
    } finally {
      await strict.close();
    }
  });
});

describe("for the execution of commands", () => {
  const usedBy = { type: "execution", id: "7", name: "EXE-00000007" };
  const open = (hostId: string) => {
    const hooks = { now: systemClock.now, react: async () => undefined, committed: () => undefined };
    const core = { asAutomation: automationWriter(hooks, database.inTenant), secrets: secretBox(masterKey), database };
    return openHost(core, boss.tokens.user.tenant_id, hostId, usedBy);
  };

  test("a host is opened with its credential, and the use is audited", async () => {
    const bastion = await aHost("way in");
    const host = await aHost("opened", { bastion_id: bastion.id });
    await Promise.all([trust(bastion.id), trust(host.id)]);
    const { port, username, privateKey } = sshd;
    const hostKeys = { hostKeys: [sshd.hostKey()], hostKeyTypes: ["ssh-ed25519"] };
    const ssh = { address: "127.0.0.1", port, username, credential: { privateKey }, ...hostKeys };
    expect(await open(host.id)).toEqual({
      kind: "ssh",
      hostId: host.id,
      name: "opened",
      ssh: { name: "opened", ...ssh, bastion: { name: "way in", ...ssh } },
    });
    const { items } = await boss.api.audit.list({ query: { target_type: "secret", target_id: secretId, limit: 1 } });
    expect(items[0]).toMatchObject({ action: "secrets.use", after: { used_by: usedBy } });
  });

  test("a host that cannot be used says why", async () => {
    const agent = await aHost("agent host", { connection: "agent", agent: "site-1" });
    expect(await open(agent.id)).toEqual({ kind: "agent", hostId: agent.id, name: "agent host", agent: "site-1" });
    const { id } = await aHost("unusable");
    await expect(open(id)).rejects.toThrow("The host unusable has no trusted key.");
    await boss.api.hosts.update({ params: { id }, body: { enabled: false } });
    await expect(open(id)).rejects.toThrow("The host unusable is disabled. Enable it to run commands there.");
    const stranger = (await plane.tenant()).tokens.user.tenant_id;
    expect(await findTargets(database.tenant(stranger), [id])).toEqual([]);
  });

  test("targets are found by host and by item, in their order", async () => {
    const db = database.tenant(boss.tokens.user.tenant_id);
    const item = (name: string) => boss.api.cmdb.create({ body: { name, class: "server" } });
    const [known, lonely, disabled] = [await item("known"), await item("lonely"), await item("disabled")];
    const host = await aHost("target", { ci_id: known.id });
    const off = await aHost("off", { ci_id: disabled.id, enabled: false });
    const shown = { id: host.id, name: "target", connection: "ssh" };
    const unknown = "01890000-0000-7000-8000-000000000000";
    expect(await findTargets(db, [lonely.id, unknown, known.id, host.id, off.id, disabled.id])).toEqual([
      { id: lonely.id, kind: "ci", name: "lonely", host: null },
      { id: known.id, kind: "ci", name: "known", host: shown },
      { id: host.id, kind: "host", name: "target", host: shown },
      { id: off.id, kind: "host", name: "off", host: null },
      { id: disabled.id, kind: "ci", name: "disabled", host: null },
    ]);
    await noteHostUsed(db, host.id);
    const used = await boss.api.hosts.get({ params: { id: host.id } });
    expect(used).toMatchObject({ last_used_at: expect.any(String), version: host.version });
  });
});

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Execution } from "@opsplane/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aHost, aRunbook, executionWhen, unique } from "../../test/a-runbook.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { type Receiver, startReceiver } from "../../test/receiver.ts";
import { freePort } from "../../test/smtp-sink.ts";
import { type Sshd, startSshd } from "../../test/sshd.ts";

let folder: string;
let plane: SharedPlane;
let boss: Person;
let receiver: Receiver;
let sshd: Sshd;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "opsplane-dry-run-"));
  [plane, sshd] = await Promise.all([sharedPlane(), startSshd()]);
  receiver = await startReceiver();
  boss = await plane.tenant();
});
afterAll(async () => {
  await sshd.stop();
  receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const run = async (id: string, body: object): Promise<Execution> =>
  executionWhen(boss, (await boss.api.executions.execute({ params: { id }, body })).id);
const touch = (name: string) => ({ type: "command" as const, title: "Touch", command: `touch ${join(folder, name)}` });

test("shows the exact commands and requests, and executes nothing", async () => {
  await plane.person("admin", boss);
  const host = await aHost(boss, sshd);
  const incident = await boss.api.incidents.create({ body: { title: "Slow" } });
  const file = join(folder, "it's here");
  const { id } = await aRunbook(
    boss,
    [
      { type: "command", title: "Touch", command: "touch {{ parameters.file }}" },
      {
        ...{ type: "http", title: "Call", method: "POST", url: `${receiver.url}/dry` },
        body: '{"file":"{{ parameters.file }}","incident":"{{ incident.reference }}"}',
      },
      { type: "notification", title: "Say", message: "Touched {{ parameters.file }}" },
      { type: "approval", title: "Go on?", approver_type: "any", instructions: "Look at {{ parameters.file }}" },
      { type: "wait", title: "Rest", seconds: 3600 },
    ],
    { parameters: [{ name: "file", type: "string", required: true }] },
  );
  const body = { dry_run: true, targets: [host.id], parameters: { file }, incident_id: incident.reference };
  const dry = await run(id, body);
  expect(dry).toMatchObject({ status: "succeeded", dry_run: true });
  const [command, request, message, approval] = dry.steps;
  expect(command?.preview).toBe(`touch '${folder}/it'\\''s here'`);
  expect(command?.checks).toMatchObject([{ name: host.name, ok: true }]);
  expect(request?.preview).toContain(`POST ${receiver.url}/dry`);
  expect(request?.preview).toContain(`{"file":"${file}","incident":"${incident.reference}"}`);
  expect(message?.preview).toContain(`Touched ${file}`);
  expect(approval).toMatchObject({ preview: `Look at ${file}`, checks: [{ name: "Approver", ok: true }] });
  expect(existsSync(file)).toBe(false);
  expect(receiver.received).toEqual([]);
  expect((await boss.api.instances.list()).items).toEqual([]);
  const { items } = await boss.api.incidents.timeline({ params: { id: incident.id } });
  expect(items.filter(({ kind }) => kind === "runbook")).toEqual([]);
});

test("names each host that cannot be used, and a real execution on it runs nothing", async () => {
  const good = await aHost(boss, sshd);
  const other = await aHost(boss, sshd);
  await boss.api.hosts.update({ params: { id: other.id }, body: { port: await freePort() } });
  await boss.api.hosts.addKey({ params: { id: other.id }, body: { fingerprint: sshd.hostKey() } });
  const wrongKey = await aHost(boss, sshd);
  for (const { fingerprint } of wrongKey.host_keys)
    await boss.api.hosts.removeKey({ params: { id: wrongKey.id }, body: { fingerprint } });
  await boss.api.hosts.addKey({ params: { id: wrongKey.id }, body: { fingerprint: `SHA256:${"x".repeat(43)}` } });
  const nonsense = await boss.api.secrets.create({ body: { name: unique("nonsense"), value: "no key" } });
  const wrongSecret = await aHost(boss, sshd);
  await boss.api.hosts.update({ params: { id: wrongSecret.id }, body: { secret_id: nonsense.id } });
  const targets = [good, other, wrongKey, wrongSecret].map(({ id }) => id);
  const { id } = await aRunbook(boss, [touch("refused")]);
  const dry = await run(id, { dry_run: true, targets });
  expect(dry).toMatchObject({ status: "failed" });
  expect(dry.steps[0]?.checks).toMatchObject([
    { name: good.name, ok: true },
    { name: other.name, ok: false, message: expect.stringContaining("refused the connection") },
    { name: wrongKey.name, ok: false, message: expect.stringContaining(sshd.hostKey()) },
    { name: wrongSecret.name, ok: false, message: expect.stringContaining("cannot be read") },
  ]);
  const real = await run(id, { targets: [wrongKey.id] });
  expect(real).toMatchObject({ status: "failed", error: expect.stringContaining(sshd.hostKey()) });
  expect(existsSync(join(folder, "refused"))).toBe(false);
});

test("says when no agent takes a command, and when no one may approve", async () => {
  const alone = await plane.tenant();
  const { id: hostId } = await alone.api.hosts.create({
    body: { name: "By agent", connection: "agent", agent: "site-1", address: "10.1.1.1" },
  });
  const { id } = await aRunbook(alone, [
    touch("by-agent"),
    { type: "approval", title: "Go on?", approver_type: "any" },
  ]);
  const params = { id };
  const check = async () => {
    const { id: begun } = await alone.api.executions.execute({ params, body: { dry_run: true, targets: [hostId] } });
    const { status, steps } = await executionWhen(alone, begun);
    return { status, checks: steps.flatMap(({ checks }) => checks).map(({ ok, message }) => `${ok}: ${message}`) };
  };
  expect(await check()).toEqual({
    status: "failed",
    checks: [
      expect.stringMatching(/^false: No token allows/),
      expect.stringMatching(/^false: Only the person who starts/),
    ],
  });
  await alone.api.collectors.create({ body: { name: "Another", capabilities: ["command"] } });
  const { token } = await alone.api.collectors.create({ body: { name: "site-1", capabilities: ["command"] } });
  expect((await check()).checks[0]).toBe("false: The agent 'site-1' has not asked for commands yet.");
  const agent = plane.api({ authorization: `Bearer ${token}`, "x-tenant-id": alone.tokens.user.tenant_id });
  await agent.agentJobs.claim({ body: { agent: "site-1", capabilities: ["command"] } });
  await plane.person("operator", alone);
  await plane.person("admin", alone);
  expect(await check()).toEqual({
    status: "succeeded",
    checks: ["true: The agent 'site-1' takes the command.", expect.stringMatching(/^true: Waits for/)],
  });
});

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aHost, aRunbook, executionWhen, outputOf, unique } from "../../test/a-runbook.ts";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { type Sshd, startSshd } from "../../test/sshd.ts";

let plane: Plane;
let boss: Person;
let sshd: Sshd;
let records: pg.Client;
let folder: string;

beforeAll(async () => {
  [plane, sshd] = await Promise.all([startPlane(), startSshd()]);
  folder = await mkdtemp(join(tmpdir(), "opsplane-flags-"));
  records = new pg.Client({ connectionString: plane.databaseUrl });
  await records.connect();
  boss = await plane.tenant();
});
afterAll(async () => {
  await records.end();
  await plane.close();
  await sshd.stop();
  await rm(folder, { recursive: true, force: true });
});

const parameters = [{ name: "x", type: "string" as const, required: true }];
const start = async (id: string, body: object) =>
  executionWhen(boss, (await boss.api.executions.execute({ params: { id }, body })).id);
const runbook = (id: string) => boss.api.runbooks.get({ params: { id } });
const listed = async (id: string) => (await boss.api.runbooks.list()).items.find((item) => item.id === id);
const health = async () => {
  const { status, components } = await plane.anyone.system.health();
  return { status, component: components.find(({ name }) => name === "runbooks") };
};

/** A published runbook with a command that today's rules refuse, as an older version has stored it. */
async function storedWith(command: string) {
  const { id } = await aRunbook(boss, [{ type: "command", title: "Echo", command: "echo {{ parameters.x }}" }], {
    parameters,
  });
  await records.query(
    `update runbook_versions set content = jsonb_set(content, '{steps,0,command}', to_jsonb($2::text)) where runbook_id = $1`,
    [id, command],
  );
  await records.query(
    `update runbooks set content = jsonb_set(content, '{steps,0,command}', to_jsonb($2::text)), flags_rules = 0 where id = $1`,
    [id, command],
  );
  return id;
}

describe("a stored runbook that newer rules refuse", () => {
  test("is flagged after an upgrade with step and remedy, until it is mended and published", async () => {
    const id = await storedWith('taskset -c 0 sh -c "echo {{ parameters.x }}"');
    const fine = await aRunbook(boss, [{ type: "wait", title: "Wait", seconds: 1 }]);
    await plane.schedules.runNow("runbooks.flags");
    expect((await runbook(id)).flags).toEqual([
      {
        path: "steps.0.command",
        step: "Echo",
        message: expect.stringContaining("'sh' runs its arguments as code"),
        remedy: expect.stringContaining("publish the runbook again"),
      },
    ]);
    expect(await listed(id)).toMatchObject({ flag_count: 1 });
    expect(await listed(fine.id)).toMatchObject({ flag_count: 0 });
    const { status, component } = await health();
    expect(component).toMatchObject({
      status: "up",
      message: expect.stringMatching(/^1 published runbook has a step/),
    });
    // An upgrade that finds such runbooks is no failed upgrade.
    expect(status).not.toBe("down");
    const { items } = await boss.api.audit.list({ query: { action: "runbooks.check", target_id: id } });
    expect(items).toMatchObject([{ actor: "automation" }]);
    const steps = [{ type: "command" as const, title: "Echo", command: "taskset -c 0 echo {{ parameters.x }}" }];
    await boss.api.runbooks.update({ params: { id }, body: { steps } });
    expect((await runbook(id)).flags).toHaveLength(1);
    expect(await boss.api.runbooks.publish({ params: { id } })).toMatchObject({ flags: [] });
    expect(await health()).toMatchObject({ component: undefined });
  });

  test("does not run the step: it fails before with reason and remedy, and so does a dry run", async () => {
    const host = await aHost(boss, sshd);
    const file = join(folder, "made");
    const id = await storedWith(`taskset -c 0 sh -c "echo {{ parameters.x }}"; touch ${join(folder, "ran")}`);
    const body = { targets: [host.id], parameters: { x: `x; touch ${file}; #` } };
    for (const dry_run of [false, true])
      expect(await start(id, { ...body, dry_run })).toMatchObject({
        status: "failed",
        steps: [{ error: expect.stringMatching(/'sh' runs its arguments as code.*publish the runbook again\.$/) }],
      });
    await boss.api.runbooks.archive({ params: { id } });
    expect([existsSync(file), existsSync(join(folder, "ran"))]).toEqual([false, false]);
  });
});

test("a stored secret that is too short flags the steps that use it, until it is replaced", async () => {
  const { id: secret_id } = await boss.api.secrets.create({ body: { name: unique("short"), value: "907" } });
  const { id, flags } = await aRunbook(
    boss,
    [
      { type: "wait", title: "Wait", seconds: 1 },
      { type: "command", title: "Sign", command: "sign {{ parameters.key }}" },
    ],
    { parameters: [{ name: "key", type: "secret", secret_id }] },
  );
  expect(flags).toEqual([
    {
      path: "steps.1",
      step: "Sign",
      message: expect.stringContaining("The stored secret of 'key' has fewer than 4 characters"),
      remedy: expect.stringContaining("longer"),
    },
  ]);
  const replace = async (value: string) => {
    await boss.api.secrets.update({ params: { id: secret_id }, body: { value } });
    await plane.schedules.runNow("runbooks.flags");
    return (await runbook(id)).flags.length;
  };
  expect(await replace("long enough")).toBe(0);
  expect(await replace("abc")).toBe(1);
  await boss.api.runbooks.archive({ params: { id } });
  expect(await health()).toMatchObject({ component: undefined });
});

test("a value that would be an option fails the step; a choice or default of the author does not", async () => {
  const host = await aHost(boss, sshd);
  const { id } = await aRunbook(
    boss,
    [
      {
        type: "command",
        title: "Print",
        command: "printf '%s|' {{ parameters.mode }}; ls {{ parameters.mode }} {{ parameters.x }}",
      },
    ],
    {
      parameters: [
        { name: "mode", type: "choice", choices: ["-d", "-a"], default: "-d" },
        { name: "x", type: "string", default: "-F" },
      ],
    },
  );
  const execute = (given: object) => start(id, { targets: [host.id], parameters: { ...given } });
  const fine = await execute({});
  expect(fine).toMatchObject({ status: "succeeded" });
  expect(await outputOf(boss, fine.id)).toMatch(/^-d\|\./);
  const error = expect.stringContaining(
    "The value of {{ parameters.x }} begins with '-', so 'ls' would read it as an option",
  );
  expect(await execute({ x: "--hyperlink" })).toMatchObject({ status: "failed", steps: [{ error }] });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aHost, aRunbook, executionWhen, outputOf } from "../../test/a-runbook.ts";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { type Receiver, startReceiver } from "../../test/receiver.ts";
import { refusalOf } from "../../test/refusal.ts";
import { type Sshd, startSshd } from "../../test/sshd.ts";

let plane: Plane;
let boss: Person;
let operator: Person;
let receiver: Receiver;
let sshd: Sshd;
const logged: string[] = [];

beforeAll(async () => {
  const env = { OUTBOUND_ALLOW_PRIVATE: "127.0.0.1/32" };
  [plane, sshd] = await Promise.all([startPlane(env, { onLog: (line) => logged.push(line) }), startSshd()]);
  receiver = await startReceiver();
  boss = await plane.tenant();
  operator = await plane.person("operator", boss);
});
afterAll(async () => {
  await plane.close();
  await sshd.stop();
  receiver.close();
});

const run = async (id: string, body: object) =>
  executionWhen(boss, (await boss.api.executions.execute({ params: { id }, body })).id);

describe("a secret", () => {
  const secret = "s3cr3t-value-that-nobody-sees";

  test("reaches the command and the request, and is in no answer, output, audit record or log", async () => {
    const host = await aHost(boss, sshd);
    const stored = await boss.api.secrets.create({ body: { name: "Deploy token", value: `${secret}-stored` } });
    const { id } = await aRunbook(
      boss,
      [
        {
          type: "command",
          title: "Print",
          command: "echo {{ parameters.token }}; printf %s {{ parameters.token }} | wc -c",
        },
        {
          type: "http",
          title: "Call",
          method: "POST",
          url: `${receiver.url}/secret`,
          headers: { authorization: "Bearer {{ parameters.stored }}" },
          body: '{"token":"{{ parameters.token }}"}',
        },
      ],
      {
        parameters: [
          { name: "token", type: "secret", required: true },
          { name: "stored", type: "secret", secret_id: stored.id },
        ],
      },
    );
    const body = { targets: [host.id], parameters: { token: secret } };
    const dry = await run(id, { ...body, dry_run: true });
    const done = await run(id, body);
    expect(done).toMatchObject({ status: "succeeded", parameters: { token: "••••••", stored: "••••••" } });
    expect(await outputOf(boss, done.id)).toContain(`••••••\n${secret.length}\n`);
    const [sent] = receiver.at("/secret");
    expect(sent?.headers.authorization).toBe(`Bearer ${secret}-stored`);
    expect(sent?.body).toContain(secret);
    const seen = [
      dry,
      done,
      await outputOf(boss, done.id),
      await boss.api.executions.list(),
      await boss.api.audit.list({ query: { limit: 1000 } }),
      sshd.log(),
      logged,
    ];
    expect(logged.join()).toContain("executions.execute");
    expect(JSON.stringify(seen)).not.toContain(secret);
    const { items } = await boss.api.audit.list({ query: { action: "secrets.use", target_id: stored.id } });
    expect(items[0]).toMatchObject({ actor: "automation", after: { used_by: { name: done.reference } } });
    expect(await refusalOf(boss.api.secrets.remove({ params: { id: stored.id } }))).toMatchObject({ status: 409 });
  });

  test("of the store is bound to a runbook only by people who manage secrets", async () => {
    const stored = await boss.api.secrets.create({ body: { name: "Other token", value: secret } });
    const body = {
      name: "Borrow",
      parameters: [{ name: "token", type: "secret" as const, secret_id: stored.id }],
      steps: [{ type: "wait" as const, title: "Wait", seconds: 1 }],
    };
    expect(await refusalOf(operator.api.runbooks.create({ body }))).toMatchObject({ status: 403 });
    const { id } = await boss.api.runbooks.create({ body });
    expect(
      await refusalOf(operator.api.runbooks.update({ params: { id }, body: { description: "mine" } })),
    ).toMatchObject({ status: 403 });
  });
});

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

  const askWith = async (url: string, step: object = {}) => {
    const steps = [
      {
        ...{ type: "http" as const, title: "Call", method: "POST" as const, url, id: "call" },
        headers: { "x-api-key": "{{ parameters.token }}" },
        ...step,
      },
    ];
    const parameters = [{ name: "token", type: "secret" as const, required: true }];
    const { id } = await aRunbook(boss, steps, { parameters });
    return run(id, { parameters: { token: secret } });
  };

  test("that a server answers with is masked in headers and body, also encoded", async () => {
    const echo = await startReceiver(({ headers }, response) => {
      const key = String(headers["x-api-key"]);
      const forms = [
        key,
        key.toUpperCase(),
        Buffer.from(key).toString("hex"),
        Buffer.from(`id:${key}`).toString("base64"),
      ];
      response
        .writeHead(200, { "x-echo": key, "set-cookie": [`a=${forms[2]}`, `b=${forms[3]}`] })
        .end(forms.join("\n"));
    });
    const extract = [
      { name: "echo", from: "header" as const, path: "X-Echo" },
      { name: "cookie", from: "header" as const, path: "set-cookie" },
    ];
    const done = await askWith(`${echo.url}/`, { extract });
    echo.close();
    expect(done).toMatchObject({
      status: "succeeded",
      steps: [{ output: { body: expect.stringMatching(/^(••••••\n){3}\S*••••••$/), echo: "••••••" } }],
    });
    expect(JSON.stringify(done).toLowerCase()).not.toContain(Buffer.from(secret).toString("hex"));
  });

  test("stays with its server: a redirect to another one fails the step", async () => {
    const other = await startReceiver();
    for (const status of [302, 307]) {
      const first = await startReceiver((_, response) => response.writeHead(status, { location: other.url }).end());
      const failed = await askWith(first.url);
      first.close();
      expect(failed).toMatchObject({
        status: "failed",
        steps: [{ error: expect.stringContaining(`redirected to another server, ${new URL(other.url).host}`) }],
      });
    }
    other.close();
    expect(other.received).toEqual([]);
  });

  test("that is too short to be masked is refused, given or stored", async () => {
    const steps = [
      {
        type: "http" as const,
        title: "Call",
        method: "GET" as const,
        url: `${receiver.url}/short`,
        headers: { "x-api-key": "{{ parameters.token }}" },
      },
    ];
    const given = await aRunbook(boss, steps, { parameters: [{ name: "token", type: "secret" }] });
    expect(
      await refusalOf(
        boss.api.executions.execute({ params: { id: given.id }, body: { parameters: { token: "907" } } }),
      ),
    ).toMatchObject({ status: 422, details: [{ path: "parameters.token" }] });
    const { id: secret_id } = await boss.api.secrets.create({ body: { name: "Short", value: "907" } });
    const stored = await aRunbook(boss, steps, { parameters: [{ name: "token", type: "secret", secret_id }] });
    expect(await run(stored.id, {})).toMatchObject({
      status: "failed",
      steps: [{ error: expect.stringContaining("The stored secret of 'token' has fewer than 4 characters") }],
    });
    expect(receiver.at("/short")).toEqual([]);
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

import { beforeAll, describe, expect, test } from "vitest";
import { aRunbook, executionWhen, unique } from "../../test/a-runbook.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: SharedPlane;
let boss: Person;
beforeAll(async () => {
  plane = await sharedPlane();
  boss = await plane.tenant();
});

const wait = (title: string) => ({ type: "wait" as const, title, seconds: 1 });
const look = { type: "manual" as const, title: "Look", instructions: "Look." };

test("a draft is tried out, published, edited and published again; executions keep their version", async () => {
  const { api } = boss;
  const draft = await api.runbooks.create({ body: { name: unique("runbook"), steps: [look] } });
  const params = { id: draft.id };
  expect(draft).toMatchObject({
    status: "draft",
    published_version: null,
    has_changes: false,
    steps: [{ id: "look" }],
  });
  expect(await refusalOf(api.executions.execute({ params }))).toMatchObject({
    status: 409,
    message: expect.stringContaining("is a draft"),
  });
  const dry = await api.executions.execute({ params, body: { dry_run: true } });
  expect(await executionWhen(boss, dry.id)).toMatchObject({
    status: "succeeded",
    dry_run: true,
    steps: [{ preview: "Look." }],
  });
  expect(await api.runbooks.publish({ params, body: { comment: "first" } })).toMatchObject({
    status: "published",
    published_version: 1,
    has_changes: false,
  });
  const old = await api.executions.execute({ params });
  const edited = await api.runbooks.update({ params, body: { steps: [look, wait("Wait")] } });
  expect(edited).toMatchObject({ status: "published", published_version: 1, has_changes: true });
  expect((await api.executions.execute({ params })).steps).toHaveLength(1);
  expect(await api.runbooks.publish({ params })).toMatchObject({ published_version: 2, has_changes: false });
  const fresh = await api.executions.execute({ params });
  expect([fresh.runbook_version, fresh.steps.length]).toEqual([2, 2]);
  expect(await api.executions.get({ params: { id: old.id } })).toMatchObject({
    runbook_version: 1,
    steps: [{ id: "look" }],
  });
  const { items } = await api.runbooks.versions({ params });
  expect(items.map(({ version, comment, content }) => [version, comment, content.steps.length])).toEqual([
    [2, "", 2],
    [1, "first", 1],
  ]);
  expect(await api.runbooks.archive({ params })).toMatchObject({ status: "archived" });
  expect(await refusalOf(api.executions.execute({ params }))).toMatchObject({ status: 409 });
  expect(await refusalOf(api.runbooks.archive({ params }))).toMatchObject({ status: 400, code: "INVALID_TRANSITION" });
  expect(await refusalOf(api.runbooks.remove({ params }))).toMatchObject({ status: 409 });
});

describe("what would fail or be unsafe is 422 and names the place", () => {
  const body = (fields: object) => ({ name: "Bad", steps: [wait("Wait")], ...fields });
  test.each([
    ["no steps", { steps: [] }, "steps"],
    ["a command without text", { steps: [{ type: "command", title: "x" }] }, "steps.0.command"],
    [
      "an unknown parameter",
      { steps: [{ type: "command", title: "x", command: "echo {{ parameters.nope }}" }] },
      "steps.0.command",
    ],
    [
      "a later step",
      {
        steps: [
          { type: "command", title: "x", command: "echo {{ steps.later.stdout }}" },
          { ...wait("y"), id: "later" },
        ],
      },
      "steps.0.command",
    ],
    [
      "a value as code",
      {
        parameters: [{ name: "a", type: "string" }],
        steps: [{ type: "command", title: "x", command: "eval {{ parameters.a }}" }],
      },
      "steps.0.command",
    ],
    [
      "a value in backticks",
      {
        parameters: [{ name: "a", type: "string" }],
        steps: [{ type: "command", title: "x", command: "echo `ls {{ parameters.a }}`" }],
      },
      "steps.0.command",
    ],
    ["a wrong condition", { steps: [{ ...wait("x"), condition: "1 +" }] }, "steps.0.condition"],
    ["a wrong default", { parameters: [{ name: "a", type: "integer", default: "many" }] }, "parameters.0.default"],
    [
      "two steps with one id",
      {
        steps: [
          { ...wait("x"), id: "a" },
          { ...wait("y"), id: "a" },
        ],
      },
      "steps.1.id",
    ],
    [
      "a secret in a message",
      {
        parameters: [{ name: "a", type: "secret" }],
        steps: [{ type: "notification", title: "x", message: "{{ parameters.a }}" }],
      },
      "steps.0.message",
    ],
  ])("%s", async (_, fields, path) => {
    const refusal = await refusalOf(boss.api.runbooks.create({ body: body(fields) }));
    expect(refusal).toMatchObject({ status: 422, code: "VALIDATION_ERROR" });
    expect(refusal.details?.map((detail) => detail.path)).toContain(path);
  });

  test("a host, secret or approver that does not exist is 404", async () => {
    const id = "01890000-0000-7000-8000-000000000000";
    const made = (fields: object) => refusalOf(boss.api.runbooks.create({ body: body(fields) }));
    expect(await made({ steps: [{ type: "command", title: "x", command: "true", host_id: id }] })).toMatchObject({
      status: 404,
    });
    expect(await made({ parameters: [{ name: "a", type: "secret", secret_id: id }] })).toMatchObject({ status: 404 });
    const steps = [{ type: "approval", title: "x", approver_type: "user", approver_value: "nobody@example.com" }];
    expect(await made({ steps })).toMatchObject({ status: 404, message: "There is no user 'nobody@example.com'." });
  });

  test("parameters of an execution are checked by name", async () => {
    const { id } = await aRunbook(boss, [look], {
      parameters: [
        { name: "count", type: "integer", min: 1, max: 5, required: true },
        { name: "mode", type: "choice", choices: ["soft", "hard"], default: "soft" },
      ],
    });
    const started = (parameters: object) =>
      boss.api.executions.execute({ params: { id }, body: { parameters: { ...parameters } } });
    for (const [parameters, path] of [
      [{}, "parameters.count"],
      [{ count: 9 }, "parameters.count"],
      [{ count: 2, mode: "wild" }, "parameters.mode"],
      [{ count: 2, other: 1 }, "parameters.other"],
    ] as const)
      expect(await refusalOf(started(parameters))).toMatchObject({ status: 422, details: [{ path }] });
    expect(await started({ count: "3" })).toMatchObject({ parameters: { count: 3, mode: "soft" } });
  });
});

test("the library has twelve runbooks, and each can be created and published without a warning", async () => {
  const library = await boss.api.runbooks.library();
  expect(library).toHaveLength(12);
  for (const { key, content } of library) {
    const made = await boss.api.runbooks.create({ body: { ...content, library_key: key, status: "published" } });
    expect(made).toMatchObject({ status: "published", library_key: key, warnings: [] });
  }
  const { items, total } = await boss.api.runbooks.list({ query: { status: ["published"], q: "disk" } });
  expect(total).toBeGreaterThan(0);
  expect(items[0]).toMatchObject({ stats: { executions: 0 }, has_verification: true });
  const [first] = library;
  const tag = first?.content.tags[0] ?? "";
  expect((await boss.api.runbooks.list({ query: { tag } })).items.every(({ tags }) => tags.includes(tag))).toBe(true);
});

test("a stream carries the state and the output, and resumes after a number", async () => {
  const { id } = await aRunbook(boss, [look]);
  const { id: executionId } = await boss.api.executions.execute({ params: { id } });
  await executionWhen(boss, executionId, ({ status }) => status === "waiting");
  const response = await fetch(`${plane.url}/api/runbooks/executions/${executionId}/stream`, { headers: boss.headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const readUntil = async (word: string) => {
    while (!text.includes(word)) text += (await reader?.read())?.value ?? "";
  };
  await readUntil('"waits_for":"person"');
  await boss.api.executions.decide({ params: { id: executionId }, body: { decision: "approved" } });
  await readUntil("event: end");
  expect(text).toContain('"status":"succeeded"');
});

test("a role without runbooks:execute cannot execute, and another tenant sees nothing", async () => {
  const { id } = await aRunbook(boss, [look]);
  const viewer = await plane.person("viewer", boss);
  expect(await refusalOf(viewer.api.executions.execute({ params: { id } }))).toMatchObject({ status: 403 });
  expect((await viewer.api.runbooks.list()).total).toBeGreaterThan(0);
  const stranger = await plane.tenant();
  expect(await refusalOf(stranger.api.executions.execute({ params: { id } }))).toMatchObject({ status: 404 });
  expect(await stranger.api.executions.list()).toMatchObject({ items: [], total: 0 });
});

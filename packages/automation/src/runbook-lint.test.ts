import type { Parameter, RunbookContent, RunbookStep } from "@opsplane/contract";
import { describe, expect, test } from "vitest";
import { contentOf, stepIds } from "./runbook-content.ts";
import { lintRunbook } from "./runbook-lint.ts";

const parameters: Parameter[] = [
  { name: "host", type: "string", pattern: "[a-z0-9]+" },
  { name: "free", type: "string" },
  { name: "token", type: "secret" },
];

function aRunbook(changes: Partial<RunbookContent> = {}): RunbookContent {
  return {
    ...contentOf({ name: "Test", parameters, lock_key: "{{ parameters.host }} {{ parameters.free }}" }),
    steps: [aStep({ command: "login -- {{ parameters.token }}" })],
    verification: { query: { source: "metrics", metric_name: "up", operator: ">", threshold: 0 } },
    ...changes,
  };
}

function aStep(changes: Partial<RunbookStep> = {}): RunbookStep {
  return { id: "first", type: "command", title: "First", command: "uptime", timeout_seconds: 60, ...changes };
}

const linted = (content: RunbookContent, level: "error" | "warning") =>
  lintRunbook(content)
    .filter((problem) => problem.level === level)
    .map(({ path, message }) => `${path}: ${message}`);
const errorsOf = (...steps: RunbookStep[]) => linted(aRunbook({ steps }), "error");
const warningsOf = (...steps: RunbookStep[]) =>
  linted(aRunbook({ steps }), "warning").filter((text) => !text.includes("not used"));

test("a good runbook has no problems", () => {
  expect(lintRunbook(aRunbook())).toEqual([]);
});

describe("errors", () => {
  test.each<[Partial<RunbookStep>, string]>([
    [{ type: "command", command: "" }, "steps.0.command: A step of the type 'command' needs a command."],
    [{ type: "http", url: "https://a/" }, "steps.0.method: A step of the type 'http' needs a method."],
    [
      { type: "http", method: "GET", url: "https://a/{{ parameters.token }}" },
      "steps.0.url: The secret 'parameters.token' cannot be used here",
    ],
    [
      { type: "http", method: "GET", url: "https://{{ parameters.host }}/" },
      "steps.0.url: A placeholder cannot be part of the scheme",
    ],
    [
      { type: "http", method: "GET", url: "https://a/", extract: [{ name: "body", from: "body", path: "a" }] },
      "steps.0.extract.0.name: The name 'body' is already taken",
    ],
    [
      { type: "http", method: "POST", url: "https://a/", body: '{"a": {{ parameters.host }' },
      "steps.0.body: The placeholder",
    ],
    [{ type: "notification" }, "steps.0.message: A step of the type 'notification' needs a message."],
    [{ type: "notification", message: "{{ parameters.token }}" }, "steps.0.message: The secret"],
    [{ type: "approval" }, "steps.0.approver_type: A step of the type 'approval' needs an approver_type"],
    [
      { type: "approval", approver_type: "group" },
      "steps.0.approver_value: A step of the type 'approval' needs an approver_value.",
    ],
    [{ type: "manual" }, "steps.0.instructions: A step of the type 'manual' needs instructions."],
    [{ type: "query" }, "steps.0.query: A step of the type 'query' needs a query."],
    [
      { type: "query", query: { source: "logs", operator: ">", threshold: 1 } },
      "steps.0.query.q: A query of logs needs q or a service.",
    ],
    [{ type: "wait" }, "steps.0.seconds: A step of the type 'wait' needs the seconds to wait."],
    [{ title: "{{ parameters.token }}" }, "steps.0.title: The secret"],
    [
      { command: "ls {{ parameters.other }}" },
      "steps.0.command: There is no parameter 'other'; the parameters are host, free, token.",
    ],
    [{ command: "ls {{ steps.first.stdout }}" }, "steps.0.command: The step 'first' does not run before this one"],
    [{ command: "ls {{ steps.none.stdout }}" }, "steps.0.command: There is no step 'none'; the steps before are none."],
    [{ command: "ls {{ incident.owner }}" }, "steps.0.command: 'incident' has no 'owner'; it has id, reference"],
    [{ command: "ls {{ host }}" }, "steps.0.command: 'host' does not exist; a path starts with parameters"],
    [
      { command: "eval {{ parameters.host }}" },
      "steps.0.command: The placeholder {{ parameters.host }} cannot stand here: 'eval' runs",
    ],
    [{ condition: "parameters.host ==" }, "steps.0.condition: The expression is wrong at character 19"],
    [{ condition: "parameters.token == 'a'" }, "steps.0.condition: The secret 'parameters.token' cannot be used here"],
    [{ condition: "steps.check.value > 1" }, "steps.0.condition: There is no step 'check'"],
    [{ timeout_seconds: 86_401 }, "steps.0.timeout_seconds: The timeout is 86401 seconds"],
    [{ id: "verification" }, "steps.0.id: The id 'verification' is reserved"],
  ])("%j", (changes, message) => {
    expect(errorsOf(aStep(changes)).join("\n")).toContain(message);
  });

  test("no steps", () => {
    expect(linted(aRunbook({ steps: [] }), "error")).toEqual(["steps: The runbook has no steps; add at least one."]);
  });

  test("an id that is used twice, also after a failure", () => {
    expect(linted(aRunbook({ on_failure: [aStep()] }), "error")).toEqual([
      "on_failure.0.id: The id 'first' is used twice; ids must be unique in the whole runbook.",
    ]);
  });

  test("an output that the step does not have", () => {
    expect(errorsOf(aStep(), aStep({ id: "second", command: "ls {{ steps.first.value }}" }))).toEqual([
      "steps.1.command: The step 'first' has no 'value'; it has exit_code, stdout, stderr.",
    ]);
  });

  test("the verification names unknown values", () => {
    const verification = {
      query: { source: "metrics", metric_name: "", match: ["host={{ parameters.hots }}"], operator: ">", threshold: 0 },
    } as const;
    const content = aRunbook({
      verification: { query: { ...verification.query, match: [...verification.query.match] } },
    });
    expect(linted(content, "error")).toEqual([
      "verification.query.metric_name: A query of metrics needs a metric_name.",
      "verification.query.match.0: There is no parameter 'hots'; the parameters are host, free, token.",
    ]);
  });

  test("a secret in the lock key", () => {
    expect(linted(aRunbook({ lock_key: "{{ parameters.token }}" }), "error").join()).toContain("lock_key: The secret");
  });
});

describe("warnings", () => {
  test("a value that could be an option", () => {
    expect(warningsOf(aStep({ command: "ls {{ parameters.free }}" })).join()).toContain("is read as an option of 'ls'");
    expect(warningsOf(aStep({ command: "ls {{ parameters.host }}; ls -- {{ parameters.free }}" }))).toEqual([]);
  });

  test.each([
    "rm -rf /tmp/x",
    "sudo rm -r x",
    "mkfs.ext4 /dev/sdb",
    "dd if=a of=/dev/sdb",
    "shutdown -h now",
    "kubectl -n a delete pod b",
    "docker rm -f a",
    "systemctl stop nginx",
    "psql <<'SQL'\nDROP TABLE a;\nSQL\n",
  ])("%s needs an approval", (command) => {
    const approval = aStep({ id: "gate", type: "approval", approver_type: "any" });
    expect(warningsOf(aStep({ command })).join()).toContain("looks destructive, and no approval comes before it");
    expect(warningsOf(approval, aStep({ command }))).toEqual([]);
  });

  test("reading about destructive commands is fine", () => {
    expect(warningsOf(aStep({ command: "grep -c 'rm -rf' file; systemctl status nginx; kubectl get pods" }))).toEqual(
      [],
    );
  });

  test("no verification, no timeout, an unsafe retry, an unused parameter, a secret over plain http", () => {
    const http = aStep({
      id: "call",
      type: "http",
      method: "GET",
      url: "http://a/",
      headers: { "X-Token": "{{ parameters.token }}" },
    });
    const { timeout_seconds: _, ...endless } = aStep({ id: "endless", retries: 2 });
    const found = linted(aRunbook({ verification: null, lock_key: "", steps: [http, endless] }), "warning");
    expect(found.map((text) => text.split(":")[0])).toEqual([
      "steps.0.url",
      "steps.1.timeout_seconds",
      "steps.1.retries",
      "verification",
      "parameters.0",
      "parameters.1",
    ]);
  });
});

describe("completion", () => {
  test("ids come from titles", () => {
    expect(stepIds("Restart the service", new Set())).toBe("restart_the_service");
    expect(stepIds("Restart the service", new Set(["restart_the_service"]))).toBe("restart_the_service_2");
    expect(stepIds("Überprüfe 5 Knoten!", new Set())).toBe("uberprufe_5_knoten");
    expect(stepIds("重启", new Set())).toBe("step");
    expect(stepIds("Verification", new Set())).toBe("verification_2");
    expect(stepIds("a".repeat(60), new Set(["a".repeat(40)]))).toBe(`${"a".repeat(38)}_2`);
  });

  test("given ids stay, and absent ones avoid them", () => {
    const { steps, on_failure } = contentOf({
      name: "Test",
      steps: [
        { type: "wait", title: "Wait", seconds: 1 },
        { type: "wait", title: "Other", id: "wait", seconds: 1 },
      ],
      on_failure: [{ type: "wait", title: "Wait", seconds: 1 }],
    });
    expect([...steps, ...on_failure].map(({ id }) => id)).toEqual(["wait_2", "wait", "wait_3"]);
  });
});

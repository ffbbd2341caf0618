import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtInClasses, RunbookContent } from "@opsplane/contract";
import { Check } from "typebox/value";
import { afterAll, describe, expect, test } from "vitest";
import { readParameters } from "../parameters.ts";
import { lintRunbook } from "../runbook-lint.ts";
import { renderShell } from "../shell.ts";
import { type Lookup, renderText } from "../template.ts";
import { libraryRunbooks } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "opsplane-library-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const accessLog = join(folder, "access.log");
writeFileSync(accessLog, '10.0.0.7 - - [17/Nov/2026:02:00:00 +0000] "GET /cart?id=1 HTTP/1.1" 503 120\n'.repeat(3));

const samples: Record<string, string | number> = {
  service: "nginx",
  host: "shop.example.com",
  certificate: "shop.example.com",
  deployment: "checkout",
  queue: "orders",
  consumer: "orders-worker",
  node: "node-1",
  name: "localhost",
  job: "backup.service",
  replicas: 6,
  mount: folder,
  access_log: accessLog,
  db_password: "it's a 'secret'",
};

function lookupFor(content: RunbookContent): Lookup {
  const given = Object.fromEntries(
    Object.entries(samples).filter(([name]) => content.parameters.some((parameter) => parameter.name === name)),
  );
  const read = readParameters(content.parameters, given);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return ([root, name = ""]) => {
    if (root !== "parameters") return { value: `a ${root}'s value`, secret: false };
    const secret = read.secrets[name];
    return secret === undefined ? { value: read.values[name], secret: false } : { value: secret, secret: true };
  };
}

const commandsOf = (content: RunbookContent) =>
  [...content.steps, ...content.on_failure].filter(({ type }) => type === "command");

test("there are twelve, with unique keys and names", () => {
  expect(new Set(libraryRunbooks.map(({ key }) => key)).size).toBe(12);
  expect(new Set(libraryRunbooks.map(({ content }) => content.name)).size).toBe(12);
});

describe.each(libraryRunbooks.map(({ key, content }) => [key, content] as const))("%s", (_key, content) => {
  test("fits the contract, and the lint has nothing to say", () => {
    expect(Check(RunbookContent, content)).toBe(true);
    expect(lintRunbook(content)).toEqual([]);
  });

  test("is complete", () => {
    for (const part of ["## When to use", "## What it does", "## How to undo"]) expect(content.notes).toContain(part);
    expect(content.lock_key).not.toBe("");
    expect(content.on_failure.map(({ type }) => type)).toContain("notification");
    expect(content.verification).not.toBeNull();
    for (const name of content.ci_classes) expect(Object.keys(builtInClasses)).toContain(name);
    expect(content.tags.length * content.ci_classes.length).toBeGreaterThan(0);
  });

  test("diagnoses first, and changes nothing before an approval", () => {
    const gate = content.steps.findIndex(({ type }) => type === "approval");
    expect(gate).toBeGreaterThan(1);
    for (const step of content.steps.slice(0, gate)) expect(step.type === "query" || step.safe_to_repeat).toBe(true);
  });

  test("renders to scripts that sh can read", () => {
    const lookup = lookupFor(content);
    for (const step of commandsOf(content)) {
      const { command } = renderShell(step.command ?? "", lookup);
      const { status, stderr } = spawnSync("/bin/sh", ["-n"], { input: command, encoding: "utf8" });
      expect(`${status} ${stderr}`, command).toBe("0 ");
    }
    expect(renderText(content.lock_key, lookup)).not.toContain("{{");
  });
});

describe("diagnosis that needs only a Linux host", () => {
  test.each([
    ["disk-full", "show_usage", "Mounted on"],
    ["disk-full", "find_the_largest_folders", folder],
    ["disk-full", "find_deleted_files_that_are_open", ""],
    ["disk-full", "show_usage_afterwards", "Mounted on"],
    ["memory-pressure", "show_memory", "MemAvailable"],
    ["memory-pressure", "find_processes_that_the_kernel_ended", ""],
    ["dns", "show_the_configuration", ""],
    ["dns", "resolve_with_the_system", "localhost"],
    ["failed-job", "show_space_and_memory", "MemAvailable"],
    ["traffic-surge", "count_requests_by_client", "3 10.0.0.7"],
    ["traffic-surge", "count_requests_by_path", "3 /cart"],
    ["traffic-surge", "count_requests_by_status", "3 503"],
    ["traffic-surge", "show_connections", ""],
  ])("%s: %s", (key, id, expected) => {
    const content = libraryRunbooks.find((runbook) => runbook.key === key)?.content;
    const step = content?.steps.find((one) => one.id === id);
    if (content === undefined || step === undefined) throw new Error(`${key} has no step ${id}.`);
    const { command, stdin } = renderShell(step.command ?? "", lookupFor(content));
    const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command], { input: stdin ?? "", encoding: "utf8" });
    expect(`${status} ${stderr}`).toBe("0 ");
    expect(stdout).toContain(expected);
  });
});

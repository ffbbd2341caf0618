import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aHost, aRunbook, executionWhen, outputOf } from "../../test/a-runbook.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { isAlive } from "../../test/process.ts";
import { refusalOf } from "../../test/refusal.ts";
import { type Sshd, startSshd } from "../../test/sshd.ts";

let plane: SharedPlane;
let boss: Person;
let sshd: Sshd;
let host: { id: string; name: string };
const folder = mkdtempSync(join(tmpdir(), "opsplane-executions-"));

beforeAll(async () => {
  [plane, sshd] = await Promise.all([sharedPlane(), startSshd()]);
  boss = await plane.tenant();
  host = await aHost(boss, sshd);
});
afterAll(async () => {
  await sshd.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = async (runbookId: string, body: object = {}) => {
  const { id } = await boss.api.executions.execute({
    params: { id: runbookId },
    body: { targets: [host.id], ...body },
  });
  return executionWhen(boss, id);
};

describe("a command", () => {
  test("runs on the host; its output and exit code are kept, and later steps use them", async () => {
    const { id } = await aRunbook(boss, [
      { id: "first", type: "command", title: "First", command: "echo out; echo err >&2" },
      { type: "command", title: "Second", command: "echo got {{ steps.first.stdout }} {{ steps.first.exit_code }}" },
    ]);
    const done = await run(id);
    expect(done).toMatchObject({ status: "succeeded", error: null, runbook_version: 1, dry_run: false });
    expect(done.steps.map(({ status, output }) => [status, output])).toEqual([
      ["succeeded", { exit_code: 0, stdout: "out", stderr: "err" }],
      ["succeeded", { exit_code: 0, stdout: "got out 0", stderr: "" }],
    ]);
    expect(done.steps[1]?.preview).toBe("echo got 'out' '0'");
    expect(await outputOf(boss, done.id)).toContain("got out 0\n");
  });

  test("that fails ends the execution, and its steps for that run", async () => {
    const { id } = await aRunbook(
      boss,
      [
        { id: "bad", type: "command", title: "Bad", command: "echo no >&2; exit 3" },
        { type: "command", title: "Never", command: "echo never" },
      ],
      { on_failure: [{ type: "command", title: "Clean up", command: "echo after {{ steps.bad.exit_code }}" }] },
    );
    const done = await run(id);
    expect(done).toMatchObject({ status: "failed", error: expect.stringContaining("exit code 3") });
    expect(done.steps.map(({ title, status }) => [title, status])).toEqual([
      ["Bad", "failed"],
      ["Never", "skipped"],
      ["Clean up", "succeeded"],
    ]);
    expect(done.steps[2]?.output).toMatchObject({ stdout: "after 3" });
  });

  test("that takes too long is stopped", async () => {
    const { id } = await aRunbook(boss, [{ type: "command", title: "Long", command: "sleep 60", timeout_seconds: 1 }]);
    expect(await run(id)).toMatchObject({ status: "failed", error: expect.stringMatching(/1 s|time/) });
  });

  test("that writes too much is kept at its start and its end", async () => {
    const command = "echo first; head -c 3000000 /dev/zero | tr '\\0' x | fold -w 100; echo; echo last";
    const { id } = await aRunbook(boss, [{ id: "loud", type: "command", title: "Loud", command }]);
    const done = await run(id);
    expect(done).toMatchObject({ status: "succeeded", output_truncated: true });
    const kept = await outputOf(boss, done.id);
    expect(kept.startsWith("first\nxxx")).toBe(true);
    expect(kept.endsWith("xxx\nlast\n")).toBe(true);
    expect(kept).toMatch(/… \d+ bytes left out …/);
    expect(Buffer.byteLength(kept)).toBeLessThan(700_000);
    expect(done.steps[0]?.output.stdout).toMatch(/x\nlast$/);
  });

  test("is tried again as often as its step says", async () => {
    const file = join(folder, "tries");
    const command = `echo x >> ${file}; test "$(wc -l < ${file})" -ge 3`;
    const { id } = await aRunbook(boss, [
      { type: "command", title: "Flaky", command, retries: 3, retry_delay_seconds: 0, safe_to_repeat: true },
    ]);
    const done = await run(id);
    expect(done).toMatchObject({ status: "succeeded" });
    expect(done.steps[0]?.attempt).toBe(3);
  });

  test("is stopped when the execution is cancelled", async () => {
    const { id } = await aRunbook(boss, [
      { type: "command", title: "Long", command: "echo pid=$$; sleep 60; echo late" },
    ]);
    const { id: executionId } = await boss.api.executions.execute({ params: { id }, body: { targets: [host.id] } });
    await expect.poll(() => outputOf(boss, executionId)).toContain("pid=");
    const pid = Number(/pid=(\d+)/.exec(await outputOf(boss, executionId))?.[1]);
    const cancelled = await boss.api.executions.cancel({ params: { id: executionId }, body: { reason: "wrong host" } });
    expect(cancelled).toMatchObject({
      status: "cancelled",
      cancelled_by: boss.email,
      error: `Cancelled by ${boss.email}: wrong host.`,
    });
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await refusalOf(boss.api.executions.cancel({ params: { id: executionId } }))).toMatchObject({ status: 400 });
  });

  test("gets values as data, even when they look like code", async () => {
    const canary = join(folder, "canary");
    const { id } = await aRunbook(
      boss,
      [{ type: "command", title: "Print", command: `printf '%s' {{ parameters.word }} "in {{ parameters.word }}"` }],
      { parameters: [{ name: "word", type: "string" }] },
    );
    for (const word of [
      `'; touch ${canary}; '`,
      `$(touch ${canary})`,
      `"\`touch ${canary}\`"`,
      `a\ntouch ${canary}\n`,
      "--help",
    ]) {
      const done = await run(id, { parameters: { word } });
      expect(done.status).toBe("succeeded");
      expect(done.steps[0]?.output.stdout).toBe(`${word}in ${word}`.trim());
    }
    expect(existsSync(canary)).toBe(false);
  });
});

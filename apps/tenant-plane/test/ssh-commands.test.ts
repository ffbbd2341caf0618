import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureOf, openSshBench, type SshBench } from "./ssh-bench.ts";
import { finish, startSshServer } from "./ssh-server.ts";

let bench: SshBench;
beforeAll(async () => {
  bench = await openSshBench();
});
afterAll(() => bench.close());

describe("a command", () => {
  test("streams what it writes, and reports its exit code", async () => {
    const done = await bench.run("echo out; echo err >&2; exit 7");
    expect(done).toMatchObject({ exitCode: 7, signal: null, stdout: "out\n", stderr: "err\n" });
    expect(done.durationMs).toBeGreaterThanOrEqual(0);
    expect(bench.outcomes.at(-1)).toBe("done");
  });

  test("streams before it ends", async () => {
    const seen = join(bench.folder, "seen");
    const onOutput = () => void bench.run(`touch ${seen}`);
    const { exitCode } = await bench.run(`echo first; while [ ! -e ${seen} ]; do sleep 0.05; done`, { onOutput });
    expect(exitCode).toBe(0);
  });

  test("gets its input, and then the end of it", async () => {
    const stdin = "line with $HOME\n".repeat(20_000);
    const { stdout } = await bench.run("cat", { stdin });
    expect(stdout).toBe(stdin);
    expect(await bench.run("cat")).toMatchObject({ stdout: "", exitCode: 0 });
  });

  test("that a signal ends has no exit code", async () => {
    expect(await bench.run("kill -TERM $$")).toMatchObject({ exitCode: null, signal: "SIGTERM" });
  });

  test("is not awaited through a background process that holds the output open", async () => {
    const { exitCode, stdout } = await bench.run("sleep 300 & echo $!");
    const pid = Number(/^(\d+)\n$/.exec(stdout)?.[1]);
    // The signal finds the process, which still runs.
    expect([exitCode, process.kill(pid)]).toEqual([0, true]);
  });

  test("may write much, and nothing is lost", async () => {
    const megabytes = 8;
    let bytes = 0;
    const onOutput = (_: string, text: string) => {
      bytes += text.length;
    };
    await bench.run(`head -c ${megabytes * 1024 * 1024} /dev/zero | tr '\\0' x`, { onOutput });
    expect(bytes).toBe(megabytes * 1024 * 1024);
  });

  test("an error of the receiver of its output ends the session", async () => {
    const onOutput = () => {
      throw new Error("no space");
    };
    expect(await failureOf(bench.run("echo hi", { onOutput }))).toMatchObject({ message: "no space" });
  });
});

describe("a running command", () => {
  /** A command that notes its process, and its start by the file. */
  const endless = (name: string, trap = "") => {
    const file = join(bench.folder, name);
    return { command: `${trap} echo $$ > ${file}.new; mv ${file}.new ${file}; while :; do sleep 0.1; done`, file };
  };
  const isRunning = (file: string) => {
    try {
      return process.kill(Number(readFileSync(file, "utf8")), 0);
    } catch {
      return false;
    }
  };

  test("is stopped after its timeout", async () => {
    const { command, file } = endless("timeout");
    const started = expect.poll(() => existsSync(file)).toBe(true);
    const failure = await failureOf(bench.run(command, { timeoutMs: 5000 }));
    expect(failure).toMatchObject({
      kind: "timeout",
      message: "The command on web-1 did not end within 5 s. It was stopped.",
    });
    await started;
    await expect.poll(() => isRunning(file)).toBe(false);
    expect(bench.outcomes).toContain("timeout");
  });

  test("is stopped when it is cancelled", async () => {
    const { command, file } = endless("cancel");
    const abort = new AbortController();
    const failure = failureOf(bench.run(command, { signal: abort.signal }));
    await expect.poll(() => existsSync(file)).toBe(true);
    expect(isRunning(file)).toBe(true);
    abort.abort();
    expect(await failure).toMatchObject({
      kind: "cancelled",
      message: "The command on web-1 was cancelled. It was stopped.",
    });
    await expect.poll(() => isRunning(file)).toBe(false);
  });

  test("that ignores TERM is killed", async () => {
    const { command, file } = endless("stubborn", "trap '' TERM;");
    const abort = new AbortController();
    const failure = failureOf(bench.run(command, { signal: abort.signal }));
    await expect.poll(() => existsSync(file)).toBe(true);
    abort.abort();
    expect(await failure).toMatchObject({ kind: "cancelled", message: expect.stringContaining("It was stopped.") });
    await expect.poll(() => isRunning(file)).toBe(false);
  });

  test("has an unknown outcome when the connection breaks", async () => {
    const { command, file } = endless("lost");
    const failure = failureOf(bench.run(command));
    await expect.poll(() => existsSync(file)).toBe(true);
    bench.sshd.dropConnections();
    expect(await failure).toMatchObject({ kind: "lost", message: expect.stringContaining("Its outcome is unknown.") });
    process.kill(Number(readFileSync(file, "utf8")), "SIGKILL");
  });

  test("is lost when the plane stops", async () => {
    const other = bench.open();
    const { command, file } = endless("closing");
    const failure = failureOf(bench.run(command, {}, bench.aHost(), other));
    await expect.poll(() => existsSync(file)).toBe(true);
    await other.close();
    expect(await failure).toMatchObject({ kind: "lost" });
    process.kill(Number(readFileSync(file, "utf8")), "SIGKILL");
  });

  test("that was cancelled before it started does not start", async () => {
    expect(await failureOf(bench.run("touch never", { signal: AbortSignal.abort() }))).toMatchObject({
      kind: "cancelled",
      message: "The command on web-1 was cancelled before it started.",
    });
  });
});

describe("a host that does odd things", () => {
  test("may split a character between two packets", async () => {
    const bytes = Buffer.from("über 🙂");
    const server = await startSshServer((channel) => {
      for (const byte of bytes) channel.write(Buffer.from([byte]));
      finish(channel);
    });
    const pieces: string[] = [];
    await bench.run("x", { onOutput: (_, text) => void pieces.push(text) }, await bench.trusting(server));
    expect(pieces.join("")).toBe("über 🙂");
    expect(pieces.join("")).not.toContain("\ufffd");
    server.close();
  });

  test("may not say how a command ended", async () => {
    const server = await startSshServer((channel) => channel.end("bye"));
    expect(await bench.run("x", {}, await bench.trusting(server))).toMatchObject({
      exitCode: null,
      signal: null,
      stdout: "bye",
    });
    server.close();
  });

  test("may ignore the signals TERM and KILL, and the message says that the command may still run", async () => {
    const lines: string[] = [];
    const server = await startSshServer((channel) => void channel.write("started"), {
      debug: (line) => void lines.push(line),
    });
    // Cancelled once it has started, which may take long on a slow machine.
    const abort = new AbortController();
    const options = { signal: abort.signal, onOutput: () => abort.abort() };
    expect(await failureOf(bench.run("x", options, await bench.trusting(server)))).toMatchObject({
      kind: "cancelled",
      message: expect.stringContaining("did not confirm that it has stopped, so it may still run there"),
    });
    // Both arrive although the input of the command has ended.
    const signals = lines.flatMap((line) => /Inbound: CHANNEL_REQUEST .*signal: (\w+)/.exec(line)?.[1] ?? []);
    expect(signals).toEqual(["TERM", "KILL"]);
    server.close();
  });
});

test("a tenant with too many open sessions is refused at once, and another is not", async () => {
  const few = bench.open({ places: 2, share: 1, spare: 1 });
  const file = join(bench.folder, "open");
  const abort = new AbortController();
  const first = failureOf(bench.run(`touch ${file}; sleep 60`, { signal: abort.signal }, bench.aHost(), few));
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(await failureOf(few.check("a", bench.aHost(), 60_000))).toMatchObject({ code: "UNAVAILABLE" });
  expect(bench.outcomes.at(-1)).toBe("busy");
  await few.check("b", bench.aHost(), 60_000);
  abort.abort();
  expect(await first).toMatchObject({ kind: "cancelled" });
  await few.close();
});

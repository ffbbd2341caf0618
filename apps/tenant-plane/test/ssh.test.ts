import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTenantSsh, type SshCommand, type SshHost, type TenantSsh } from "@opsplane/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { finish, type SshServer, startSshServer } from "./ssh-server.ts";
import { encryptKey, freePort, makeKey, type Sshd, startSshd } from "./sshd.ts";

let sshd: Sshd;
let ssh: TenantSsh;
let folder: string;
const outcomes: string[] = [];

beforeAll(async () => {
  sshd = await startSshd();
  ssh = open();
  folder = mkdtempSync(join(tmpdir(), "opsplane-ssh-"));
});
afterAll(async () => {
  await ssh.close();
  await sshd.stop();
  rmSync(folder, { recursive: true });
});

function open(options: Partial<Parameters<typeof openTenantSsh>[0]> = {}): TenantSsh {
  const count = (outcome: string) => void outcomes.push(outcome);
  return openTenantSsh({ allowed: "private", places: 8, share: 4, spare: 4, count, ...options });
}

function aHost(fields: Partial<SshHost> = {}): SshHost {
  const { port, username, privateKey } = sshd;
  const login = { username, credential: { privateKey }, hostKeys: [sshd.hostKey()] };
  return { name: "web-1", address: "127.0.0.1", port, ...login, ...fields };
}

/** Runs a command and keeps what it writes. */
async function run(command: string, options: Partial<SshCommand> = {}, host = aHost(), by = ssh) {
  const output = { stdout: "", stderr: "" };
  const result = await by.run("a", host, {
    command,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    onOutput: (stream, text) => {
      output[stream] += text;
    },
    ...options,
  });
  return { ...result, ...output };
}

/** The failure of a session. */
const failureOf = (session: Promise<unknown>): Promise<unknown> =>
  session.then(
    () => "it worked",
    (error: unknown) => error,
  );

describe("a command", () => {
  test("streams what it writes, and reports its exit code", async () => {
    const done = await run("echo out; echo err >&2; exit 7");
    expect(done).toMatchObject({ exitCode: 7, signal: null, stdout: "out\n", stderr: "err\n" });
    expect(done.durationMs).toBeGreaterThanOrEqual(0);
    expect(outcomes.at(-1)).toBe("done");
  });

  test("streams before it ends", async () => {
    const seen = join(folder, "seen");
    const onOutput = () => void run(`touch ${seen}`);
    const { exitCode } = await run(`echo first; while [ ! -e ${seen} ]; do sleep 0.05; done`, { onOutput });
    expect(exitCode).toBe(0);
  });

  test("gets its input, and then the end of it", async () => {
    const stdin = "line with $HOME\n".repeat(20_000);
    const { stdout } = await run("cat", { stdin });
    expect(stdout).toBe(stdin);
    expect(await run("cat")).toMatchObject({ stdout: "", exitCode: 0 });
  });

  test("that a signal ends has no exit code", async () => {
    expect(await run("kill -TERM $$")).toMatchObject({ exitCode: null, signal: "SIGTERM" });
  });

  test("is not awaited through a background process that holds the output open", async () => {
    const started = performance.now();
    const { exitCode, stdout } = await run("echo done; sleep 60 &");
    expect([exitCode, stdout]).toEqual([0, "done\n"]);
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  test("may write much, and nothing is lost", async () => {
    const megabytes = 8;
    let bytes = 0;
    const onOutput = (_: string, text: string) => {
      bytes += text.length;
    };
    await run(`head -c ${megabytes * 1024 * 1024} /dev/zero | tr '\\0' x`, { onOutput });
    expect(bytes).toBe(megabytes * 1024 * 1024);
  });

  test("an error of the receiver of its output ends the session", async () => {
    const onOutput = () => {
      throw new Error("no space");
    };
    expect(await failureOf(run("echo hi", { onOutput }))).toMatchObject({ message: "no space" });
  });
});

describe("a running command", () => {
  /** A command that notes its process, and its start by the file. */
  const endless = (name: string, trap = "") => {
    const file = join(folder, name);
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
    const failure = await failureOf(run(command, { timeoutMs: 1000 }));
    expect(failure).toMatchObject({
      kind: "timeout",
      message: "The command on web-1 did not end within 1 s. It was stopped.",
    });
    await started;
    await expect.poll(() => isRunning(file)).toBe(false);
    expect(outcomes).toContain("timeout");
  });

  test("is stopped when it is cancelled", async () => {
    const { command, file } = endless("cancel");
    const abort = new AbortController();
    const failure = failureOf(run(command, { signal: abort.signal }));
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
    const failure = failureOf(run(command, { signal: abort.signal }));
    await expect.poll(() => existsSync(file)).toBe(true);
    abort.abort();
    expect(await failure).toMatchObject({ kind: "cancelled", message: expect.stringContaining("It was stopped.") });
    await expect.poll(() => isRunning(file)).toBe(false);
  });

  test("has an unknown outcome when the connection breaks", async () => {
    const { command, file } = endless("lost");
    const failure = failureOf(run(command));
    await expect.poll(() => existsSync(file)).toBe(true);
    sshd.dropConnections();
    expect(await failure).toMatchObject({ kind: "lost", message: expect.stringContaining("Its outcome is unknown.") });
    process.kill(Number(readFileSync(file, "utf8")), "SIGKILL");
  });

  test("is lost when the plane stops", async () => {
    const other = open();
    const { command, file } = endless("closing");
    const failure = failureOf(run(command, {}, aHost(), other));
    await expect.poll(() => existsSync(file)).toBe(true);
    await other.close();
    expect(await failure).toMatchObject({ kind: "lost" });
    process.kill(Number(readFileSync(file, "utf8")), "SIGKILL");
  });

  test("that was cancelled before it started does not start", async () => {
    expect(await failureOf(run("touch never", { signal: AbortSignal.abort() }))).toMatchObject({
      kind: "cancelled",
      message: "The command on web-1 was cancelled before it started.",
    });
  });
});

describe("the host's key", () => {
  test("that changed is refused with both fingerprints and what to do", async () => {
    const trusted = sshd.hostKey();
    const host = aHost();
    const shown = await sshd.changeHostKey();
    const failure = await failureOf(run("touch never", {}, host));
    expect(failure).toMatchObject({ kind: "host_key" });
    const { message } = failure instanceof Error ? failure : new Error();
    expect(message).toContain(`shows the key ${shown} (ssh-ed25519), but the trusted key is ${trusted}.`);
    expect(message).toContain("compare it with the one on the host and trust it");
    expect(await failureOf(ssh.check("a", host, 10_000))).toMatchObject({ kind: "host_key" });
  });

  test("is needed: a host without one is refused", async () => {
    expect(await failureOf(run("true", {}, aHost({ hostKeys: [] })))).toMatchObject({
      kind: "host_key",
      message: expect.stringContaining("web-1 has no trusted key. Add its key first"),
    });
  });

  test("is read without logging in", async () => {
    const host = aHost({ hostKeys: [], credential: { password: "" } });
    expect(await ssh.offeredKey("a", host, 10_000)).toEqual({ type: "ssh-ed25519", fingerprint: sshd.hostKey() });
    expect(sshd.log()).not.toContain("Failed none");
  });
});

describe("a login", () => {
  test("with an unknown key fails", async () => {
    const credential = { privateKey: makeKey(join(folder, "stranger")) };
    const failure = await failureOf(ssh.check("a", aHost({ credential }), 10_000));
    expect(failure).toMatchObject({
      kind: "authentication",
      message: expect.stringContaining(`web-1 refused the login of '${sshd.username}'. Check the username and the key`),
    });
  });

  test("with an encrypted key needs its passphrase", async () => {
    const privateKey = encryptKey(sshd.privateKey, "open sesame");
    await ssh.check("a", aHost({ credential: { privateKey, passphrase: "open sesame" } }), 10_000);
    for (const [passphrase, message] of [
      [{}, "The private key of web-1 is encrypted. Choose the secret with its passphrase."],
      [{ passphrase: "wrong" }, "The private key of web-1 could not be decrypted. Check its passphrase."],
    ] as const) {
      const credential = { privateKey, ...passphrase };
      expect(await failureOf(ssh.check("a", aHost({ credential }), 10_000))).toMatchObject({
        kind: "authentication",
        message,
      });
    }
  });

  test.each(["rsa", "ecdsa"])("with a key of the type %s is signed without SHA-1", async (type) => {
    const credential = { privateKey: makeKey(join(folder, type), { type }) };
    sshd.allow(readFileSync(join(folder, `${type}.pub`), "utf8"));
    await ssh.check("a", aHost({ credential }), 10_000);
    expect(
      await failureOf(ssh.check("a", aHost({ credential: { privateKey: sshd.publicKey } }), 10_000)),
    ).toMatchObject({ message: "The credential of web-1 is a public key. Use the private key." });
  });

  test("with a key that takes minutes to decrypt does not hold up the server", async () => {
    const privateKey = makeKey(join(folder, "slow"), { passphrase: "pw", rounds: 400 });
    const abort = new AbortController();
    const failure = failureOf(
      run("true", { signal: abort.signal }, aHost({ credential: { privateKey, passphrase: "pw" } })),
    );
    const began = performance.now();
    await ssh.check("a", aHost(), 10_000);
    expect(performance.now() - began).toBeLessThan(8_000);
    abort.abort();
    expect(await failure).toMatchObject({ kind: "cancelled" });
  });

  test("with text that is not a private key fails, and the text is not in the message", async () => {
    const failure = await failureOf(ssh.check("a", aHost({ credential: { privateKey: "hunter2" } }), 10_000));
    expect(failure).toMatchObject({ kind: "authentication", message: expect.stringContaining("cannot be read") });
    expect(String(failure)).not.toContain("hunter2");
  });

  test("with a key that lost its last line break works", async () => {
    await ssh.check("a", aHost({ credential: { privateKey: sshd.privateKey.trim() } }), 10_000);
  });

  test.each(["password", "keyboard-interactive"] as const)("with a password works by %s", async (login) => {
    const server = await startSshServer(undefined, { login });
    const host = await trusting(server);
    expect(await run("true", {}, host)).toMatchObject({ exitCode: 0 });
    const credential = { password: "wrong horse" };
    const failure = await failureOf(run("true", {}, { ...host, credential }));
    expect(failure).toMatchObject({ kind: "authentication", message: expect.stringContaining("and the password") });
    expect(String(failure)).not.toContain("wrong horse");
    server.close();
  });
});

async function trusting({ port, username, password }: SshServer): Promise<SshHost> {
  const host = aHost({ port, username, credential: { password }, hostKeys: [] });
  const { fingerprint } = await ssh.offeredKey("a", host, 10_000);
  return { ...host, hostKeys: [fingerprint] };
}

describe("a host that does odd things", () => {
  test("may split a character between two packets", async () => {
    const bytes = Buffer.from("über 🙂");
    const server = await startSshServer((channel) => {
      for (const byte of bytes) channel.write(Buffer.from([byte]));
      finish(channel);
    });
    const pieces: string[] = [];
    await run("x", { onOutput: (_, text) => void pieces.push(text) }, await trusting(server));
    expect(pieces.join("")).toBe("über 🙂");
    expect(pieces.join("")).not.toContain("\ufffd");
    server.close();
  });

  test("may not say how a command ended", async () => {
    const server = await startSshServer((channel) => channel.end("bye"));
    expect(await run("x", {}, await trusting(server))).toMatchObject({ exitCode: null, signal: null, stdout: "bye" });
    server.close();
  });

  test("may ignore that the command should stop, and the message says so", async () => {
    const server = await startSshServer(() => undefined);
    expect(await failureOf(run("x", { timeoutMs: 200 }, await trusting(server)))).toMatchObject({
      kind: "timeout",
      message: expect.stringContaining("did not confirm that it has stopped, so it may still run there"),
    });
    server.close();
  });
});

describe("a destination", () => {
  test.each(["169.254.169.254", "169.254.0.7", "fe80::1", "fd00:ec2::254", "0.0.0.0"])(
    "%s is refused",
    async (address) => {
      const host = aHost({ address });
      expect(await failureOf(ssh.check("a", host, 10_000))).toMatchObject({
        kind: "refused",
        message: expect.stringMatching(/is a .* address, which SSH connections must not reach.*SSH_ALLOW_PRIVATE/),
      });
      expect(await failureOf(ssh.offeredKey("a", host, 10_000))).toMatchObject({ kind: "refused" });
    },
  );

  test("on loopback is refused when only public ones are allowed, also by name", async () => {
    const strict = open({ allowed: "none" });
    for (const address of ["127.0.0.1", "localhost", "2130706433"])
      expect(await failureOf(strict.check("a", aHost({ address }), 10_000))).toMatchObject({ kind: "refused" });
    const listed = open({ allowed: { networks: ["127.0.0.1/32"] } });
    await listed.check("a", aHost(), 10_000);
    for (const each of [strict, listed]) await each.close();
  });

  test("without an SSH server is unreachable", async () => {
    expect(await failureOf(ssh.check("a", aHost({ port: await freePort() }), 10_000))).toMatchObject({
      kind: "unreachable",
      message: expect.stringMatching(/^web-1 \(127\.0\.0\.1:\d+\) refused the connection/),
    });
    expect(await failureOf(ssh.check("a", aHost({ address: "no.such.invalid" }), 10_000))).toMatchObject({
      kind: "unreachable",
      message: "The name 'no.such.invalid' of web-1 could not be resolved.",
    });
  });
});

describe("a bastion", () => {
  let inner: Sshd;
  beforeAll(async () => {
    inner = await startSshd();
  });
  afterAll(() => inner.stop());
  const behind = (bastion: Partial<SshHost> = {}, fields: Partial<SshHost> = {}) =>
    aHost({
      name: "db-1",
      port: inner.port,
      credential: { privateKey: inner.privateKey },
      hostKeys: [inner.hostKey()],
      bastion: aHost({ name: "jump", ...bastion }),
      ...fields,
    });

  test("carries the connection to the host behind it", async () => {
    expect(await run("echo $SSH_CONNECTION", {}, behind())).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(`127.0.0.1 \\d+ 127.0.0.1 ${inner.port}`),
    });
    expect(await ssh.offeredKey("a", behind(), 10_000)).toMatchObject({ fingerprint: inner.hostKey() });
  });

  test("is checked by its own key, login and address", async () => {
    for (const [bastion, kind] of [
      [{ hostKeys: [inner.hostKey()] }, "host_key"],
      [{ hostKeys: [] }, "host_key"],
      [{ credential: { privateKey: inner.privateKey } }, "authentication"],
      [{ address: "169.254.169.254" }, "refused"],
    ] as const) {
      const failure = await failureOf(ssh.check("a", behind(bastion), 10_000));
      expect(failure).toMatchObject({ kind });
    }
    expect(await failureOf(ssh.check("a", behind({}, { hostKeys: [sshd.hostKey()] }), 10_000))).toMatchObject({
      kind: "host_key",
      message: expect.stringContaining("db-1"),
    });
  });

  test("that cannot reach the host is named", async () => {
    const port = await freePort();
    expect(await failureOf(ssh.check("a", behind({}, { port }), 10_000))).toMatchObject({
      kind: "unreachable",
      message: `jump could not reach 127.0.0.1:${port}.`,
    });
  });
});

test("a tenant with too many open sessions is refused at once, and another is not", async () => {
  const few = open({ places: 2, share: 1, spare: 1 });
  const file = join(folder, "open");
  const abort = new AbortController();
  const first = failureOf(run(`touch ${file}; sleep 60`, { signal: abort.signal }, aHost(), few));
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(await failureOf(few.check("a", aHost(), 10_000))).toMatchObject({ code: "UNAVAILABLE" });
  expect(outcomes.at(-1)).toBe("busy");
  await few.check("b", aHost(), 10_000);
  abort.abort();
  expect(await first).toMatchObject({ kind: "cancelled" });
  await few.close();
});

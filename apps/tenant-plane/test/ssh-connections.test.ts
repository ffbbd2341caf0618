import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SshHost } from "@opsplane/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureOf, openSshBench, type SshBench } from "./ssh-bench.ts";
import { startSshServer } from "./ssh-server.ts";
import { encryptKey, freePort, makeKey, type Sshd, startSshd } from "./sshd.ts";

let bench: SshBench;
beforeAll(async () => {
  bench = await openSshBench();
});
afterAll(() => bench.close());

describe("the host's key", () => {
  test("that changed is refused with both fingerprints and what to do", async () => {
    const trusted = bench.sshd.hostKey();
    const host = bench.aHost();
    const shown = await bench.sshd.changeHostKey();
    const failure = await failureOf(bench.run("touch never", {}, host));
    expect(failure).toMatchObject({ kind: "host_key" });
    const { message } = failure instanceof Error ? failure : new Error();
    expect(message).toContain(`shows the key ${shown} (ssh-ed25519), but the trusted key is ${trusted}.`);
    expect(message).toContain("compare it with the one on the host and trust it");
    expect(await failureOf(bench.ssh.check("a", host, 60_000))).toMatchObject({ kind: "host_key" });
  });

  test("is needed: a host without one is refused", async () => {
    expect(await failureOf(bench.run("true", {}, bench.aHost({ hostKeys: [] })))).toMatchObject({
      kind: "host_key",
      message: expect.stringContaining("web-1 has no trusted key. Add its key first"),
    });
  });

  test("is read without logging in", async () => {
    const host = bench.aHost({ hostKeys: [], credential: { password: "" } });
    expect(await bench.ssh.offeredKey("a", host, 60_000)).toEqual({
      type: "ssh-ed25519",
      fingerprint: bench.sshd.hostKey(),
    });
    expect(bench.sshd.log()).not.toContain("Failed none");
  });
});

describe("a login", () => {
  test("with an unknown key fails", async () => {
    const credential = { privateKey: makeKey(join(bench.folder, "stranger")) };
    const failure = await failureOf(bench.ssh.check("a", bench.aHost({ credential }), 60_000));
    expect(failure).toMatchObject({
      kind: "authentication",
      message: expect.stringContaining(
        `web-1 refused the login of '${bench.sshd.username}'. Check the username and the key`,
      ),
    });
  });

  test("with an encrypted key needs its passphrase", async () => {
    const privateKey = encryptKey(bench.sshd.privateKey, "open sesame");
    await bench.ssh.check("a", bench.aHost({ credential: { privateKey, passphrase: "open sesame" } }), 60_000);
    for (const [passphrase, message] of [
      [{}, "The private key of web-1 is encrypted. Choose the secret with its passphrase."],
      [{ passphrase: "wrong" }, "The private key of web-1 could not be decrypted. Check its passphrase."],
    ] as const) {
      const credential = { privateKey, ...passphrase };
      expect(await failureOf(bench.ssh.check("a", bench.aHost({ credential }), 60_000))).toMatchObject({
        kind: "authentication",
        message,
      });
    }
  });

  test.each(["rsa", "ecdsa"])("with a key of the type %s is signed without SHA-1", async (type) => {
    const credential = { privateKey: makeKey(join(bench.folder, type), { type }) };
    bench.sshd.allow(readFileSync(join(bench.folder, `${type}.pub`), "utf8"));
    await bench.ssh.check("a", bench.aHost({ credential }), 60_000);
    expect(
      await failureOf(bench.ssh.check("a", bench.aHost({ credential: { privateKey: bench.sshd.publicKey } }), 60_000)),
    ).toMatchObject({ message: "The credential of web-1 is a public key. Use the private key." });
  });

  test("with a key that takes minutes to decrypt does not hold up the server", async () => {
    const privateKey = makeKey(join(bench.folder, "slow"), { passphrase: "pw", rounds: 400 });
    const abort = new AbortController();
    const failure = failureOf(
      bench.run("true", { signal: abort.signal }, bench.aHost({ credential: { privateKey, passphrase: "pw" } })),
    );
    let isOver = false;
    void failure.then(() => {
      isOver = true;
    });
    await bench.ssh.check("a", bench.aHost(), 60_000);
    expect(isOver).toBe(false);
    abort.abort();
    expect(await failure).toMatchObject({ kind: "cancelled" });
  });

  test("with text that is not a private key fails, and the text is not in the message", async () => {
    const failure = await failureOf(
      bench.ssh.check("a", bench.aHost({ credential: { privateKey: "hunter2" } }), 60_000),
    );
    expect(failure).toMatchObject({ kind: "authentication", message: expect.stringContaining("cannot be read") });
    expect(String(failure)).not.toContain("hunter2");
  });

  test("with a key that lost its last line break works", async () => {
    await bench.ssh.check("a", bench.aHost({ credential: { privateKey: bench.sshd.privateKey.trim() } }), 60_000);
  });

  test.each(["password", "keyboard-interactive"] as const)("with a password works by %s", async (login) => {
    const server = await startSshServer(undefined, { login });
    const host = await bench.trusting(server);
    expect(await bench.run("true", {}, host)).toMatchObject({ exitCode: 0 });
    const credential = { password: "wrong horse" };
    const failure = await failureOf(bench.run("true", {}, { ...host, credential }));
    expect(failure).toMatchObject({ kind: "authentication", message: expect.stringContaining("and the password") });
    expect(String(failure)).not.toContain("wrong horse");
    server.close();
  });
});

describe("a destination", () => {
  test.each(["169.254.169.254", "169.254.0.7", "fe80::1", "fd00:ec2::254", "0.0.0.0"])(
    "%s is refused",
    async (address) => {
      const host = bench.aHost({ address });
      expect(await failureOf(bench.ssh.check("a", host, 60_000))).toMatchObject({
        kind: "refused",
        message: expect.stringMatching(/is a .* address, which SSH connections must not reach.*SSH_ALLOW_PRIVATE/),
      });
      expect(await failureOf(bench.ssh.offeredKey("a", host, 60_000))).toMatchObject({ kind: "refused" });
    },
  );

  test("on loopback is refused when only public ones are allowed, also by name", async () => {
    const strict = bench.open({ allowed: "none" });
    for (const address of ["127.0.0.1", "localhost", "2130706433"])
      expect(await failureOf(strict.check("a", bench.aHost({ address }), 60_000))).toMatchObject({ kind: "refused" });
    const listed = bench.open({ allowed: { networks: ["127.0.0.1/32"] } });
    await listed.check("a", bench.aHost(), 60_000);
    for (const each of [strict, listed]) await each.close();
  });

  test("without an SSH server is unreachable", async () => {
    expect(await failureOf(bench.ssh.check("a", bench.aHost({ port: await freePort() }), 60_000))).toMatchObject({
      kind: "unreachable",
      message: expect.stringMatching(/^web-1 \(127\.0\.0\.1:\d+\) refused the connection/),
    });
    expect(await failureOf(bench.ssh.check("a", bench.aHost({ address: "no.such.invalid" }), 60_000))).toMatchObject({
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
    bench.aHost({
      name: "db-1",
      port: inner.port,
      credential: { privateKey: inner.privateKey },
      hostKeys: [inner.hostKey()],
      bastion: bench.aHost({ name: "jump", ...bastion }),
      ...fields,
    });

  test("carries the connection to the host behind it", async () => {
    expect(await bench.run("echo $SSH_CONNECTION", {}, behind())).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(`127.0.0.1 \\d+ 127.0.0.1 ${inner.port}`),
    });
    expect(await bench.ssh.offeredKey("a", behind(), 60_000)).toMatchObject({ fingerprint: inner.hostKey() });
  });

  test("is checked by its own key, login and address", async () => {
    for (const [bastion, kind] of [
      [{ hostKeys: [inner.hostKey()] }, "host_key"],
      [{ hostKeys: [] }, "host_key"],
      [{ credential: { privateKey: inner.privateKey } }, "authentication"],
      [{ address: "169.254.169.254" }, "refused"],
    ] as const) {
      const failure = await failureOf(bench.ssh.check("a", behind(bastion), 60_000));
      expect(failure).toMatchObject({ kind });
    }
    expect(
      await failureOf(bench.ssh.check("a", behind({}, { hostKeys: [bench.sshd.hostKey()] }), 60_000)),
    ).toMatchObject({
      kind: "host_key",
      message: expect.stringContaining("db-1"),
    });
  });

  test("that cannot reach the host is named", async () => {
    const port = await freePort();
    expect(await failureOf(bench.ssh.check("a", behind({}, { port }), 60_000))).toMatchObject({
      kind: "unreachable",
      message: `jump could not reach 127.0.0.1:${port}.`,
    });
  });
});

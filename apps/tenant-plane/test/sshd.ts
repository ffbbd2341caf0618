import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

export interface Sshd {
  port: number;
  username: string;
  /** Logs in as the current user. */
  privateKey: string;
  publicKey: string;
  /** Accepts one more public key. */
  allow(publicKey: string): void;
  /** The fingerprint of the host's key. */
  hostKey(): string;
  pid(): number;
  log(): string;
  /** Starts again on the same port with another host key, and answers with its fingerprint. */
  changeHostKey(): Promise<string>;
  /** Ends the processes of open connections. */
  dropConnections(): void;
  stop(): Promise<void>;
}

/** A real OpenSSH server on loopback. It accepts one key, and no password. */
export async function startSshd(): Promise<Sshd> {
  // A server that root starts needs this folder.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  const folder = mkdtempSync(join(tmpdir(), "opsplane-sshd-"));
  const { username } = userInfo();
  const loginKey = join(folder, "login");
  const privateKey = makeKey(loginKey);
  let hostKeyFile = join(folder, "host");
  let log = "";
  let server: ChildProcess | undefined;

  const start = async (port: number) => {
    const config = join(folder, "config");
    writeFileSync(config, configuration({ port, hostKeyFile, authorizedKeys: `${loginKey}.pub` }));
    const child = spawn("/usr/sbin/sshd", ["-D", "-e", "-f", config], { stdio: ["ignore", "ignore", "pipe"] });
    server = child;
    const from = log.length;
    await new Promise<void>((resolve, reject) => {
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        log += text;
        if (log.slice(from).includes("Server listening")) resolve();
      });
      child.once("error", reject).once("exit", () => reject(new Error(`sshd did not start: ${log.slice(from)}`)));
    });
  };
  const stop = async () => {
    if (!server || server.exitCode !== null) return;
    server.kill("SIGTERM");
    await once(server, "exit");
  };

  makeKey(hostKeyFile);
  const port = await startOnFreePort(start);
  return {
    port,
    username,
    privateKey,
    publicKey: readFileSync(`${loginKey}.pub`, "utf8"),
    allow: (publicKey) => appendFileSync(`${loginKey}.pub`, publicKey),
    hostKey: () => fingerprintOf(hostKeyFile),
    pid: () => server?.pid ?? 0,
    log: () => log,
    changeHostKey: async () => {
      await stop();
      hostKeyFile = `${hostKeyFile}-next`;
      makeKey(hostKeyFile);
      await start(port);
      return fingerprintOf(hostKeyFile);
    },
    dropConnections: () => {
      const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(server?.pid)], { encoding: "utf8" });
      for (const pid of children.trim().split(/\s+/)) process.kill(Number(pid), "SIGKILL");
    },
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(to: { port: number; hostKeyFile: string; authorizedKeys: string }): string {
  return [
    "ListenAddress 127.0.0.1",
    `Port ${to.port}`,
    `HostKey ${to.hostKeyFile}`,
    `AuthorizedKeysFile ${to.authorizedKeys}`,
    "PasswordAuthentication no",
    "KbdInteractiveAuthentication no",
    "PermitRootLogin yes",
    "AllowTcpForwarding yes",
    "StrictModes no",
    "UsePAM no",
    "PidFile none",
    "LogLevel VERBOSE",
    "",
  ].join("\n");
}

/** Another program may take the port before sshd does. */
async function startOnFreePort(start: (port: number) => Promise<void>, attempts = 5): Promise<number> {
  const port = await freePort();
  try {
    await start(port);
    return port;
  } catch (error) {
    if (attempts === 1) throw error;
    return startOnFreePort(start, attempts - 1);
  }
}

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

/** Makes a key pair in a file, and answers with the private key. */
export function makeKey(file: string, { passphrase = "", type = "ed25519", rounds = 16 } = {}): string {
  execFileSync("ssh-keygen", ["-q", "-t", type, "-a", String(rounds), "-N", passphrase, "-C", "test", "-f", file]);
  return readFileSync(file, "utf8");
}

/** The private key of `privateKey`, encrypted with a passphrase. */
export function encryptKey(privateKey: string, passphrase: string): string {
  const folder = mkdtempSync(join(tmpdir(), "opsplane-key-"));
  const file = join(folder, "key");
  writeFileSync(file, privateKey, { mode: 0o600 });
  execFileSync("ssh-keygen", ["-q", "-p", "-P", "", "-N", passphrase, "-f", file]);
  const encrypted = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  return encrypted;
}

function fingerprintOf(file: string): string {
  return execFileSync("ssh-keygen", ["-lf", `${file}.pub`], { encoding: "utf8" }).split(" ")[1] ?? "";
}

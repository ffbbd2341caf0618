import { sign } from "node:crypto";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import ssh2, { type ParsedKey } from "ssh2";

/** A private key, decrypted. */
interface OpenedKey {
  isPrivate: boolean;
  /** For node:crypto. Null for a public key. */
  pem: string | null;
  /** The public key as SSH sends it. */
  blob: Uint8Array;
}

/** Why a key cannot be used. */
export class UnusableKey extends Error {
  constructor(readonly problem: "encrypted" | "passphrase" | "public" | "unreadable") {
    super(problem);
  }
}

/** Reads a private key for a login. `closers` can end the work. */
export async function readPrivateKey(
  text: string,
  passphrase: string | undefined,
  closers: (() => void)[],
): Promise<ParsedKey> {
  // Text fields often lose the last line break of a key.
  const privateKey = `${text.trim().replaceAll("\r\n", "\n")}\n`;
  const opened = passphrase === undefined ? parseKey(privateKey) : await parseInThread(privateKey, passphrase, closers);
  if ("message" in opened) throw new UnusableKey(problemOf(opened.message, passphrase !== undefined));
  if (!opened.isPrivate || opened.pem === null) throw new UnusableKey("public");
  return signingKey(opened.pem, Buffer.from(opened.blob));
}

/** Without a passphrase parsing is fast. */
function parseKey(privateKey: string): OpenedKey | Error {
  const parsed: unknown = ssh2.utils.parseKey(privateKey);
  // Keys in OpenSSH's format come as a list, which the types of ssh2 do not say.
  const key = (Array.isArray(parsed) ? parsed[0] : parsed) as ParsedKey | Error;
  if (key instanceof Error) return key;
  return { isPrivate: key.isPrivateKey(), pem: key.getPrivatePEM(), blob: key.getPublicSSH() };
}

const threadCode = `
const { parentPort, workerData: { library, privateKey, passphrase } } = require("node:worker_threads");
const parsed = require(library).utils.parseKey(privateKey, passphrase);
const key = Array.isArray(parsed) ? parsed[0] : parsed;
parentPort.postMessage(key instanceof Error
  ? { message: key.message }
  : { isPrivate: key.isPrivateKey(), pem: key.getPrivatePEM(), blob: key.getPublicSSH() });`;

/** A passphrase takes a second of computation, or minutes when the key asks for it. The server would stand still. */
function parseInThread(
  privateKey: string,
  passphrase: string,
  closers: (() => void)[],
): Promise<OpenedKey | { message: string }> {
  return new Promise((resolve, reject) => {
    const library = createRequire(import.meta.url).resolve("ssh2");
    const thread = new Worker(threadCode, {
      eval: true,
      workerData: { library, privateKey, passphrase },
      env: {},
      execArgv: [],
    });
    closers.push(() => void thread.terminate());
    thread
      .once("message", resolve)
      .once("error", reject)
      .once("exit", () => reject(new Error("the private key was not read")));
  });
}

function problemOf(message: string, hasPassphrase: boolean): UnusableKey["problem"] {
  if (/no passphrase given/i.test(message)) return "encrypted";
  return hasPassphrase && !/unsupported/i.test(message) ? "passphrase" : "unreadable";
}

const hashes: Readonly<Record<string, string>> = {
  "ecdsa-sha2-nistp256": "sha256",
  "ecdsa-sha2-nistp384": "sha384",
  "ecdsa-sha2-nistp521": "sha512",
};

/** A key that signs with node:crypto. ssh2 would sign with SHA-1 when a host does not say that it knows better. */
function signingKey(pem: string, blob: Buffer): ParsedKey {
  const key = ssh2.utils.parseKey(blob);
  if (key instanceof Error) throw new UnusableKey("unreadable");
  key.isPrivateKey = () => true;
  key.sign = (data, algorithm) => {
    // An error as the answer makes ssh2 give up this login. Its types do not say so.
    if (algorithm === "sha1") return new Error("SHA-1 is not used") as unknown as Buffer;
    return sign(algorithm ?? hashes[key.type] ?? null, Buffer.from(data), pem);
  };
  return key;
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTenantSsh, type SshCommand, type SshHost, type TenantSsh } from "@opsplane/runtime";
import type { SshServer } from "./ssh-server.ts";
import { type Sshd, startSshd } from "./sshd.ts";

/** A real SSH server and a client of it. */
export interface SshBench {
  sshd: Sshd;
  ssh: TenantSsh;
  /** The outcomes that were counted. */
  outcomes: string[];
  /** For files of a test. */
  folder: string;
  /** One more client. */
  open(options?: Partial<Parameters<typeof openTenantSsh>[0]>): TenantSsh;
  /** The server as a host with its credential and key. */
  aHost(fields?: Partial<SshHost>): SshHost;
  /** Runs a command and keeps what it writes. */
  run(
    command: string,
    options?: Partial<SshCommand>,
    host?: SshHost,
    by?: TenantSsh,
  ): Promise<{ exitCode: number | null; signal: string | null; durationMs: number; stdout: string; stderr: string }>;
  /** Another server as a host whose key is trusted. */
  trusting(server: SshServer): Promise<SshHost>;
  close(): Promise<void>;
}

export async function openSshBench(): Promise<SshBench> {
  const sshd = await startSshd();
  const outcomes: string[] = [];
  const count = (outcome: string) => void outcomes.push(outcome);
  const open: SshBench["open"] = (options = {}) =>
    openTenantSsh({ allowed: "private", places: 8, share: 4, spare: 4, count, ...options });
  const ssh = open();
  const folder = mkdtempSync(join(tmpdir(), "opsplane-ssh-"));

  const aHost: SshBench["aHost"] = (fields = {}) => {
    const { port, username, privateKey } = sshd;
    const login = { username, credential: { privateKey }, hostKeys: [sshd.hostKey()] };
    return { name: "web-1", address: "127.0.0.1", port, ...login, ...fields };
  };
  const run: SshBench["run"] = async (command, options = {}, host = aHost(), by = ssh) => {
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
  };
  return {
    ...{ sshd, ssh, outcomes, folder, open, aHost, run },
    trusting: async ({ port, username, password }) => {
      const host = aHost({ port, username, credential: { password }, hostKeys: [] });
      const { fingerprint } = await ssh.offeredKey("a", host, 10_000);
      return { ...host, hostKeys: [fingerprint] };
    },
    close: async () => {
      await ssh.close();
      await sshd.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The failure of a session. */
export function failureOf(session: Promise<unknown>): Promise<unknown> {
  return session.then(
    () => "it worked",
    (error: unknown) => error,
  );
}

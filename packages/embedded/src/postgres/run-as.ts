import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** How to run the programs of PostgreSQL, which refuse to run as root, and who owns the data folder. */
export interface RunAs {
  command(program: string, args: string[]): [program: string, args: string[]];
  spawn: { uid?: number; gid?: number };
  owner: { uid: number; gid: number };
}

interface User {
  name: string;
  uid: number;
  gid: number;
}

export async function chooseRunAs(dataDir: string, program: string): Promise<RunAs> {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  if (uid !== 0) return { command: (name, args) => [name, args], spawn: {}, owner: { uid, gid } };
  return (await asRootByAnotherName(program)) ?? (await asSystemUser(dataDir, program));
}

/**
 * A user namespace shows root to PostgreSQL under another uid. No system user is needed, files stay root's, and folders that
 * only root may enter work. The uid must have a name, because initdb looks it up. unshare execs, so the pid is PostgreSQL's.
 */
async function asRootByAnotherName(program: string): Promise<RunAs | undefined> {
  const named = (await systemUsers()).find((user) => user.uid !== 0);
  if (named === undefined) return undefined;
  const unshare = ["--user", `--map-user=${named.uid}`, `--map-group=${named.gid}`, "--"];
  const allowed = await run("unshare", [...unshare, program, "--version"]).then(
    () => true,
    () => false,
  );
  if (!allowed) return undefined;
  return {
    command: (name, args) => ["unshare", [...unshare, name, ...args]],
    spawn: {},
    owner: { uid: 0, gid: 0 },
  };
}

async function asSystemUser(dataDir: string, program: string): Promise<RunAs> {
  const user = (await systemUser("postgres")) ?? (await systemUser("opsplane")) ?? (await addSystemUser("opsplane"));
  for (const path of [dataDir, program]) {
    const closed = await closedFolderAbove(path, user);
    if (closed === undefined) continue;
    throw new Error(
      `PostgreSQL cannot run as root, user namespaces are not permitted here, and the user '${user.name}' may not enter ${closed}; ` +
        `run Opsplane as an ordinary user or 'chmod o+x ${closed}'.`,
    );
  }
  const { uid, gid } = user;
  return { command: (name, args) => [name, args], spawn: { uid, gid }, owner: { uid, gid } };
}

async function systemUser(name: string): Promise<User | undefined> {
  return (await systemUsers()).find((user) => user.name === name);
}

async function systemUsers(): Promise<User[]> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n");
  return lines
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== "" && Number.isInteger(uid) && Number.isInteger(gid));
}

async function addSystemUser(name: string): Promise<User> {
  await run("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name]).catch(
    (error: Error) => {
      throw new Error(
        `PostgreSQL cannot run as root and the user '${name}' cannot be created: ${error.message.trim()}`,
      );
    },
  );
  const user = await systemUser(name);
  if (user === undefined) throw new Error(`The user '${name}' was created but is not in /etc/passwd.`);
  return user;
}

async function closedFolderAbove(path: string, user: User): Promise<string | undefined> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const mayEnter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & mayEnter) === 0) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

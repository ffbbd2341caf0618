import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** A key file that cannot be used. The start prints its message in one line. */
export class BadMasterKey extends Error {}

const keyBytes = 32;

export interface MasterKeys {
  current: Buffer;
  /** Previous keys, needed until everything is sealed with the current key. */
  previous: Buffer[];
}

/** Keys from the settings (32 bytes in base64), or from key files that the first start creates in the data folder. */
export async function loadMasterKeys(
  written: { current: string | undefined; previous: readonly string[] },
  dataDir: string,
): Promise<MasterKeys> {
  const given = written.previous.map((key) => Buffer.from(key, "base64"));
  if (written.current !== undefined) return { current: Buffer.from(written.current, "base64"), previous: given };
  const [file, earlier] = [keyFile(dataDir), previousFile(dataDir)];
  await mkdir(dataDir, { recursive: true });
  if (!(await exists(file))) await makeKey(dataDir, file);
  return {
    current: await readKey(file),
    previous: [...given, ...((await exists(earlier)) ? [await readKey(earlier)] : [])],
  };
}

/** Creates a new key file and keeps the previous one until `forgetPreviousKey`. Resumes an interrupted rotation. */
export async function rotateKeyFile(dataDir: string): Promise<void> {
  const [file, earlier] = [keyFile(dataDir), previousFile(dataDir)];
  if (await exists(earlier)) return;
  await link(file, earlier);
  const next = `${file}.next`;
  await rm(next, { force: true });
  await makeKey(dataDir, next);
  await rename(next, file);
  await syncFolder(dataDir);
}

export async function forgetPreviousKey(dataDir: string): Promise<void> {
  await rm(previousFile(dataDir), { force: true });
  await syncFolder(dataDir);
}

const keyFile = (dataDir: string) => join(dataDir, "master.key");
const previousFile = (dataDir: string) => join(dataDir, "master.key.previous");

async function readKey(file: string): Promise<Buffer> {
  const { mode } = await stat(file);
  if ((mode & 0o077) !== 0) {
    const shown = (mode & 0o777).toString(8);
    throw new BadMasterKey(`Others can read ${file} (its mode is ${shown}); run: chmod 600 ${file}`);
  }
  const text = (await readFile(file, "utf8")).trim();
  const key = Buffer.from(text, "base64");
  if (key.length !== keyBytes || key.toString("base64") !== text) {
    throw new BadMasterKey(
      `${file} must hold ${keyBytes} bytes in base64 and does not; restore it from a backup. Delete it only for a new, empty database.`,
    );
  }
  return key;
}

/** Writes a temporary file and links it into place after fsync, so the final name has a complete key or none. */
async function makeKey(folder: string, file: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeThrough(aside, randomBytes(keyBytes).toString("base64"));
    await link(aside, file).catch((error: NodeJS.ErrnoException) => {
      // Another instance was faster, so its key is used.
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(aside, { force: true });
  }
  await syncFolder(folder);
}

async function writeThrough(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The name of a new file is durable only after fsync of its folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return false;
    },
  );
}

import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BadMasterKey, forgetPreviousKey, loadMasterKeys, rotateKeyFile } from "./master-key.ts";

const currentKey = async (dataDir: string) =>
  (await loadMasterKeys({ current: undefined, previous: [] }, dataDir)).current;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "opsplane-key-"));
  file = join(folder, "master.key");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("the first start creates a key of 32 bytes that only its owner can read, and no other file", async () => {
  const key = await currentKey(folder);
  expect(key).toHaveLength(32);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).toBe(key.toString("base64"));
  expect(await readdir(folder)).toEqual(["master.key"]);
  expect(await currentKey(folder)).toEqual(key);
});

test("instances that start at once in one folder get the same key", async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => currentKey(folder)));
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  expect(await readdir(folder)).toEqual(["master.key"]);
});

test("a newline after the key is accepted", async () => {
  const key = randomBytes(32);
  await writeFile(file, `${key.toString("base64")}\n`, { mode: 0o600 });
  expect(await currentKey(folder)).toEqual(key);
});

test.each([
  ["empty", ""],
  ["too short", randomBytes(31).toString("base64")],
  ["too long", randomBytes(33).toString("base64")],
  ["cut off", randomBytes(32).toString("base64").slice(0, 20)],
  ["not base64", "!".repeat(44)],
])("a key file that is %s is refused and left unchanged", async (_, text) => {
  await writeFile(file, text, { mode: 0o600 });
  await expect(currentKey(folder)).rejects.toThrow(
    new BadMasterKey(
      `${file} must hold 32 bytes in base64 and does not; restore it from a backup. Delete it only for a new, empty database.`,
    ),
  );
  expect(await readFile(file, "utf8")).toBe(text);
});

test.each([0o640, 0o604, 0o644, 0o660])("a key file of mode %o is refused", async (mode) => {
  await currentKey(folder);
  await chmod(file, mode);
  await expect(currentKey(folder)).rejects.toThrow(
    new BadMasterKey(`Others can read ${file} (its mode is ${mode.toString(8)}); run: chmod 600 ${file}`),
  );
});

test("a rotation keeps the previous key until it is forgotten, and can be interrupted", async () => {
  const before = await currentKey(folder);
  await rotateKeyFile(folder);
  const keys = await loadMasterKeys({ current: undefined, previous: [] }, folder);
  expect(keys.previous).toEqual([before]);
  expect(keys.current).not.toEqual(before);
  // Repeated after a crash, it uses the same new key.
  await rotateKeyFile(folder);
  expect(await currentKey(folder)).toEqual(keys.current);
  await forgetPreviousKey(folder);
  expect(await loadMasterKeys({ current: undefined, previous: [] }, folder)).toEqual({ ...keys, previous: [] });
  expect(await readdir(folder)).toEqual(["master.key"]);
});

import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { tempDirOfTest } from "./fixtures/conditions.ts";
import { owningProcess } from "./fixtures/owning-process.ts";
import { DataDirInUse, lockDataDir } from "./index.ts";

test("a second instance on a data folder is refused with one line that names the folder and the holder", async () => {
  const dir = join(tempDirOfTest(), "data");
  const lock = await lockDataDir(dir);
  const refused = await lockDataDir(dir).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DataDirInUse);
  expect(String(refused)).toBe(`DataDirInUse: Data folder ${dir} is in use by another instance (pid ${process.pid}).`);
  await lock.release();
});

test("a released data folder can be locked again", async () => {
  const dir = tempDirOfTest();
  await (await lockDataDir(dir)).release();
  await (await lockDataDir(dir)).release();
});

test("exactly one of many concurrent starts gets the data folder", async () => {
  const dir = tempDirOfTest();
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dir)));
  const held = attempts.filter((attempt) => attempt.status === "fulfilled");
  expect(held).toHaveLength(1);
  await held[0]?.value.release();
});

test("the data folder of a killed process is free at once", async () => {
  const dir = tempDirOfTest();
  const owner = await owningProcess(dir, "none");
  await expect(lockDataDir(dir)).rejects.toThrow(`pid ${owner.process.pid}`);
  await owner.kill();
  await (await lockDataDir(dir)).release();
});

test("a data folder stays locked when no variable holds the lock", async () => {
  const dir = tempDirOfTest();
  await lockDataDir(dir);
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  await expect(lockDataDir(dir)).rejects.toThrow(DataDirInUse);
});

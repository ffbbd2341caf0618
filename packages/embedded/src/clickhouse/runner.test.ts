import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempDirOfTest } from "../fixtures/conditions.ts";
import { findRunner, hasNativeClickHouse } from "./runner.ts";

const unknownMachine = { platform: "linux", arch: "riscv64" };
const described = { command: ["emulator", "node"], chdb: "/chdb/index.js", settings: "compile_expressions = 0" };

function runnerFile(text: string): string {
  const file = join(tempDirOfTest(), "runner.json");
  writeFileSync(file, text);
  return file;
}

test.runIf(hasNativeClickHouse())("a native engine is used, and the runner file is not read", async () => {
  expect(await findRunner(runnerFile("not JSON"))).toEqual({
    command: [process.execPath],
    chdb: expect.stringContaining("chdb"),
    settings: "",
  });
});

test("without a native engine the runner file says how to run it", async () => {
  expect(await findRunner(runnerFile(JSON.stringify(described)), unknownMachine)).toEqual(described);
});

test("without a native engine and a runner file there is no engine", async () => {
  expect(await findRunner(undefined, unknownMachine)).toBeUndefined();
  expect(await findRunner(join(tempDirOfTest(), "missing.json"), unknownMachine)).toBeUndefined();
});

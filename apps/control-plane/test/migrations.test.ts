import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readMigrations } from "@opsplane/runtime";
import { expect, test } from "vitest";

test("migrations that are in use never change; a new one is added to frozen.json", async () => {
  const migrations = new URL("../migrations/", import.meta.url);
  const frozen: Record<string, string> = JSON.parse(await readFile(new URL("frozen.json", migrations), "utf8"));
  const known = await readMigrations(fileURLToPath(new URL("postgres", migrations)));
  expect(Object.fromEntries(known.map(({ name, checksum }) => [`postgres/${name}`, checksum]))).toEqual(frozen);
});

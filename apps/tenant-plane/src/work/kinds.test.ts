import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { workKinds } from "@opsplane/contract";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("..", import.meta.url));

test("every job and every schedule that works through rows is a kind, so that the console has words for it", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const kinds = files.flatMap((file) => {
    const code = readFileSync(join(source, file), "utf8");
    return [
      ...code.matchAll(/\bdefineWorkflow<[^(]*\(\s*"([^"]+)"/g),
      ...code.matchAll(/\bdueWork(?:<[^(]*)?\([^{]*\{\s*(?:\.\.\.\{\s*)?name: "([^"]+)"/g),
    ].map(([, kind]) => kind);
  });
  expect(kinds.sort()).toEqual([...workKinds]);
});

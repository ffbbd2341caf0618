import { readFile } from "node:fs/promises";
import type { Setting } from "@opsplane/runtime";
import { expect, test } from "vitest";
import { settings } from "./config.ts";

test("docs/control-plane.md shows exactly this table", async () => {
  const shown = await readFile(new URL("../../../docs/control-plane.md", import.meta.url), "utf8");
  const rows = Object.values(settings).map(
    ({ env, about, fallback }: Setting<unknown>) =>
      `| \`${env}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${about} |`,
  );
  const [table = ""] = shown.split("## Settings\n").slice(1);
  expect(
    table
      .split("\n## ")[0]
      ?.split("\n")
      .filter((line) => line.startsWith("| `")),
  ).toEqual(rows);
});

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url);

interface NamedTest {
  file: string;
  title: string;
}

/** `path/of.test.ts`: "one title", "another" */
async function namedTests(document: string): Promise<NamedTest[]> {
  const text = await readFile(new URL(document, root), "utf8");
  return [...text.matchAll(/`([^`\s]+\.test\.ts)`: ("[^"]+"(?:, "[^"]+")*)/g)].flatMap(([, file = "", titles = ""]) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => ({ file, title })),
  );
}

const documents = ["docs/security.md", "docs/reliability.md"];

test.each(documents)("every test that %s names exists", async (document) => {
  const named = await namedTests(document);
  expect(named.length).toBeGreaterThan(20);
  const missing = [];
  for (const { file, title } of named) {
    const source = await readFile(new URL(file, root), "utf8").catch(() => "");
    if (!source.includes(`("${title}"`) && !source.includes(`"${title}",`)) missing.push(`${file}: ${title}`);
  }
  expect(missing).toEqual([]);
});

/** The rows of tables whose first column is "Promise". Tables of figures are skipped. */
function promisesIn(text: string): string[] {
  const tables = text.split("\n\n").filter((block) => block.startsWith("| Promise |"));
  return tables.flatMap((table) => table.trimEnd().split("\n").slice(2));
}

test.each(documents)("every promise of %s names a test", async (document) => {
  const promises = promisesIn(await readFile(new URL(document, root), "utf8"));
  expect(promises.length).toBeGreaterThan(20);
  expect(promises.filter((line) => !/`[^`\s]+\.test\.ts`: "/.test(line))).toEqual([]);
});

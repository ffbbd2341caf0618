import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A numbered SQL file such as `0001_foundation.sql`. An applied file never changes. */
export interface Migration {
  name: string;
  checksum: string;
  text: string;
}

export class MigrationProblem extends Error {}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file, index) => {
      if (Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1]) !== index + 1) {
        throw new MigrationProblem(
          `Migration ${file} is misnamed: expected ${String(index + 1).padStart(4, "0")}_<words>.sql.`,
        );
      }
      const text = await readFile(join(folder, file), "utf8");
      return { name: file.slice(0, -4), checksum: createHash("sha256").update(text).digest("hex"), text };
    }),
  );
}

/** The pending migrations. A changed applied migration is refused. An unknown one belongs to a newer version and is ignored. */
export function pendingOf(known: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  for (const { name, checksum } of known) {
    const before = applied.get(name);
    if (before !== undefined && before !== checksum) {
      throw new MigrationProblem(
        `Migration ${name} was changed after it had been applied; restore its file and add a new one.`,
      );
    }
  }
  return known.filter(({ name }) => !applied.has(name));
}

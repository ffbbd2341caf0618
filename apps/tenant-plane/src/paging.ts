import type { Page } from "@opsplane/contract";
import type { Db, Sql } from "@opsplane/runtime";

/** A page and how many there are in all, asked for at the same time. */
export async function readPage<T>(db: Db, rows: Sql, count: Sql): Promise<Page<T>> {
  const [items, counted] = await Promise.all([db.rows<T>(rows), db.first<{ total: number }>(count)]);
  return { items, total: counted?.total ?? 0 };
}

/** `%words%` for ilike, with the reader's own signs taken literally. */
export function containing(words: string): string {
  return `%${words.replace(/[\\%_]/g, "\\$&")}%`;
}

export function beginning(words: string): string {
  return `${words.replace(/[\\%_]/g, "\\$&")}%`;
}

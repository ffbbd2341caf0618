import { listedText } from "@opsplane/contract";
import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** A record from a loaded list, to show while the record itself loads. */
export function listedRecord<T>(
  client: QueryClient,
  pages: QueryKey,
  isWanted: (record: T) => boolean,
  texts: (record: T) => readonly (string | null)[],
): T | undefined {
  for (const [, page] of client.getQueriesData<{ items: T[] }>({ queryKey: pages })) {
    const found = page?.items.find(isWanted);
    if (found && texts(found).every(isWhole)) return found;
  }
  return undefined;
}

/** Lists cut long texts. A cut text must not be shown or edited as the full text. */
function isWhole(text: string | null): boolean {
  return text === null || text.length < listedText;
}

import { useLocalStorage } from "@mantine/hooks";
import { useCallback } from "react";
import { useProfile } from "../session/context.tsx";

const maxRecent = 20;

/** The queries that this person ran on a page of this browser, newest first. */
export function useRecent(page: string): { recent: readonly string[]; remember: (query: string) => void } {
  const { user } = useProfile();
  const [recent, setRecent] = useLocalStorage<readonly string[]>({
    key: `opsplane-recent-${page}-${user.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const remember = useCallback((query: string) => setRecent((now) => withRecent(now, query)), [setRecent]);
  return { recent, remember };
}

/** The list with this query first. Blank queries are not kept. */
export function withRecent(recent: readonly string[], query: string): readonly string[] {
  const written = query.trim();
  if (written === "" || recent[0] === written) return recent;
  return [written, ...recent.filter((other) => other !== written)].slice(0, maxRecent);
}

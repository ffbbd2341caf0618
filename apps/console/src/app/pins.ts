import { useLocalStorage } from "@mantine/hooks";
import type { Page } from "./features.ts";
import type { Pinning } from "./nav-link.tsx";

/** The pages that this person has pinned in this browser, in the order of pinning. */
export function usePins(userId: string, pages: readonly Page[]): Pinning {
  const [paths, setPaths] = useLocalStorage<string[]>({
    key: `opsplane-pinned:${userId}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return {
    pinned: paths.flatMap((path) => pages.find(({ to }) => to === path) ?? []),
    toggle: ({ to }) => setPaths(paths.includes(to) ? paths.filter((path) => path !== to) : [...paths, to]),
  };
}

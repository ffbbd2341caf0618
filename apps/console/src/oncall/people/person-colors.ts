import { useComputedColorScheme } from "@mantine/core";
import { colorOf, paletteOf } from "../../ui/chart/colors.ts";

/** How many people have colors of their own. */
const colors = paletteOf("dark").length;

/**
 * The color of each person, by number. It depends on the id, and two people share one only when all are taken. Guests choose last,
 * so that the colors of the others do not depend on them.
 */
export function colorNumbers(ids: readonly string[], guests: readonly string[] = []): Map<string, number> {
  const numbers = new Map<string, number>();
  const taken = new Set<number>();
  for (const id of [...[...ids].sort(), ...[...guests].sort()]) {
    if (numbers.has(id)) continue;
    let number = ownNumber(id);
    if (taken.size < colors) while (taken.has(number)) number = (number + 1) % colors;
    taken.add(number);
    numbers.set(id, number);
  }
  return numbers;
}

function ownNumber(id: string): number {
  let hash = 7;
  for (const letter of id) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash % colors;
}

/** The color of each person in the theme of the console. */
export function usePersonColors(
  ids: readonly string[],
  guests: readonly string[] = [],
): (id: string | undefined) => string {
  const scheme = useComputedColorScheme("dark");
  const numbers = colorNumbers(ids, guests);
  return (id) => (id === undefined ? "var(--op-grey)" : colorOf(numbers.get(id) ?? ownNumber(id), scheme));
}

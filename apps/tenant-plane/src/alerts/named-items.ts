import type { Db } from "@opsplane/runtime";
import { itemsByWord } from "./store.ts";
import { type ItemsOfLabels, itemsOfLabels, namesOf, subjectsOf } from "./subjects.ts";

/** The configuration items that labels name; by default those of all families that are known. */
export async function itemsNamedBy(
  db: Db,
  labels: Readonly<Record<string, string>>,
  ciLabels?: readonly string[],
): Promise<ItemsOfLabels> {
  const subjects = subjectsOf(labels, ciLabels);
  return itemsOfLabels(labels, subjects, await itemsByWord(db, [...new Set(subjects.flatMap(namesOf))]));
}

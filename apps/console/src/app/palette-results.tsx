import { useDebouncedValue } from "@mantine/hooks";
import { IconArrowRight } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { PaletteAction, PaletteGroup, PaletteQuery } from "../feature/palette.ts";
import { features, references } from "./features.ts";
import { findReference } from "./reference.ts";

const recordSources = features.flatMap(({ palette }) => palette.useRecords ?? []);
const actionSources = features.flatMap(({ palette }) => palette.useActions ?? []);

/** The actions of all features. */
export function useFeatureActions(): PaletteAction[] {
  // The list of features is a constant, so the order of hooks never changes.
  // biome-ignore lint/correctness/useHookAtTopLevel: see above
  return actionSources.flatMap((useActions) => useActions());
}

/** The records that match the typed text: the one that a reference names first, then those of each feature. */
export function useRecords(typed: string, opened: boolean): PaletteGroup[] {
  const query = usePaletteQuery(typed, opened);
  const named = useNamedRecord(typed);
  // biome-ignore lint/correctness/useHookAtTopLevel: the list of features is a constant
  return [{ label: "Go to", actions: named }, ...recordSources.map((useFound) => useFound(query))];
}

function usePaletteQuery(typed: string, opened: boolean): PaletteQuery {
  const [text] = useDebouncedValue(typed.trim(), 150);
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return {
    text,
    opened,
    reference: findReference(text, references)?.reference,
    fits: (label, isPlaceholder) =>
      (!isPlaceholder && text === typed.trim()) || words.every((word) => label.toLowerCase().includes(word)),
  };
}

function useNamedRecord(typed: string): PaletteAction[] {
  const navigate = useNavigate();
  const found = findReference(typed, references);
  if (!found) return [];
  const { to, reference } = found;
  const run = () => void navigate({ to, params: { reference } });
  return [{ id: `jump-${reference}`, label: `Open ${reference}`, icon: <IconArrowRight size={17} />, run }];
}

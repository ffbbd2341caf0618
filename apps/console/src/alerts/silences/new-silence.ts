import type { Alert } from "@opsplane/contract";
import { createContext, useContext } from "react";
import type { MatcherDraft } from "./silence-draft.ts";

/** What a new silence starts with. */
export interface SilenceStart {
  matchers: MatcherDraft[];
}

/** Opens the dialog for a new silence. The alerts feature provides it for every page. */
export const NewSilenceContext = createContext<(start: SilenceStart) => void>(() => undefined);

export function useNewSilence(): (start?: SilenceStart) => void {
  const open = useContext(NewSilenceContext);
  return (start = { matchers: [] }) => open(start);
}

/** A silence for exactly this alert: its name and all of its labels. */
export function silenceOf({ name, labels }: Pick<Alert, "name" | "labels">): SilenceStart {
  const pairs = [["alertname", name] as const, ...Object.entries(labels)];
  return { matchers: pairs.map(([label, value]) => ({ name: label, operator: "=", value })) };
}

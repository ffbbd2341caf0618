import { type Control, type ControlId, controlIds, controls } from "@opsplane/contract";
import type { MarkLook } from "../../ui/status-mark.tsx";

export const stateLooks: Record<Control["state"], MarkLook & { word: string }> = {
  passed: { word: "Met", tone: "green", shape: "square" },
  failed: { word: "Not met", tone: "red", shape: "full" },
  not_applicable: { word: "Not applicable", tone: "grey", shape: "ring" },
};

/** The controls that a person states. */
export const attestable: readonly ControlId[] = controlIds.filter((id) => controls[id].attested);

/** `10 met, 2 not met, 1 not applicable`; what there is none of is left out. */
export function countsText(found: readonly Pick<Control, "state">[]): string {
  const states: readonly Control["state"][] = ["passed", "failed", "not_applicable"];
  return states
    .map((state) => ({ state, count: found.filter((control) => control.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${stateLooks[state].word.toLowerCase()}`)
    .join(", ");
}

/** The kind of record that evidence is about. */
export const kindWords: Readonly<Record<string, string>> = {
  change: "Change",
  approval: "Approval",
  user: "User",
  api_key: "API key",
  audit_log: "Audit log",
  attestation: "Attestation",
  retention: "Retention",
  license: "License",
};

/** The page of a record, by what its reference looks like. */
export type EvidencePage =
  | { to: "/changes/$reference"; reference: string }
  | { to: "/requests/$reference"; reference: string }
  | { to: "/settings/users" | "/settings/api-keys" | "/settings/audit" };

/** The page that shows a record of the evidence; undefined when none does. */
export function evidencePage({ kind, reference }: { kind: string; reference: string }): EvidencePage | undefined {
  if (/^CHG-\d+$/.test(reference)) return { to: "/changes/$reference", reference };
  if (/^REQ-\d+$/.test(reference)) return { to: "/requests/$reference", reference };
  if (kind === "user") return { to: "/settings/users" };
  if (kind === "api_key") return { to: "/settings/api-keys" };
  return kind === "audit_log" ? { to: "/settings/audit" } : undefined;
}

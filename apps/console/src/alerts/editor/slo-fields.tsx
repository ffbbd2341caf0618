import { SloSelect } from "../../slos/index.ts";
import type { PartProps } from "./condition-panel.tsx";

/** Which objective is watched. */
export function SloFields({ draft, problems, onChange }: PartProps) {
  return <SloSelect value={draft.slo_id} error={problems.slo_id} onChange={(slo_id) => onChange({ slo_id })} />;
}

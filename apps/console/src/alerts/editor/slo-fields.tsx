import { SloSelect } from "../../slos/index.ts";
import type { PartProps } from "./condition-panel.tsx";
import { MinCallsField } from "./min-calls-field.tsx";

/** Which objective is watched. */
export function SloFields({ draft, problems, onChange }: PartProps) {
  return (
    <>
      <SloSelect value={draft.slo_id} error={problems.slo_id} onChange={(slo_id) => onChange({ slo_id })} />
      <MinCallsField
        label="At least this many events"
        description="With fewer events in the window nothing burns"
        value={draft.min_calls}
        onChange={(min_calls) => onChange({ min_calls })}
      />
    </>
  );
}

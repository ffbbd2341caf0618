import { Stack } from "@mantine/core";
import type { Parameter } from "@opsplane/contract";
import { IncidentPicker, useIncident } from "../../incidents/index.ts";
import { useHosts } from "../queries.ts";
import type { RunInputs } from "./inputs.ts";
import { ParameterFields } from "./parameter-fields.tsx";
import { TargetsPicker } from "./targets-picker.tsx";

interface RunFieldsProps {
  parameters: readonly Parameter[];
  inputs: RunInputs;
  problems: Readonly<Record<string, string>>;
  onChange: (inputs: RunInputs) => void;
}

/** Everything that an execution needs: parameters, targets and, if there is one, the incident. */
export function RunFields({ parameters, inputs, problems, onChange }: RunFieldsProps) {
  const { incident, targets, values } = inputs;
  return (
    <Stack gap="sm">
      <ParameterFields
        parameters={parameters}
        values={values}
        problems={problems}
        onChange={(next) => onChange({ ...inputs, values: next })}
      />
      {incident && targets === undefined ? (
        <IncidentTargets incident={incident} onChange={(ids) => onChange({ ...inputs, targets: ids })} />
      ) : (
        <TargetsPicker
          description="Hosts on which commands run"
          value={targets ?? []}
          onChange={(ids) => onChange({ ...inputs, targets: ids.length > 0 ? ids : undefined })}
        />
      )}
      <IncidentField value={incident} onChange={(id) => onChange({ ...inputs, incident: id })} />
    </Stack>
  );
}

/** The hosts of the incident's affected items, which the server uses unless others are chosen. */
function IncidentTargets({ incident, onChange }: { incident: string; onChange: (ids: string[]) => void }) {
  const affected = useIncident(incident).data?.ci_ids ?? [];
  const hosts = useHosts().data?.filter(({ ci_id, enabled }) => enabled && ci_id && affected.includes(ci_id)) ?? [];
  return (
    <TargetsPicker
      description={
        hosts.length > 0
          ? "Hosts on which commands run: those of the affected items"
          : "Hosts on which commands run. No affected item has a host."
      }
      value={hosts.map(({ id }) => id)}
      onChange={onChange}
    />
  );
}

interface IncidentFieldProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

function IncidentField({ value, onChange }: IncidentFieldProps) {
  if (value === undefined) return <Picker known={[]} value={[]} onChange={onChange} />;
  return <ChosenIncident id={value} onChange={onChange} />;
}

function ChosenIncident({ id, onChange }: { id: string; onChange: IncidentFieldProps["onChange"] }) {
  const incident = useIncident(id).data;
  return <Picker known={incident ? [incident] : []} value={incident ? [incident.id] : []} onChange={onChange} />;
}

interface PickerProps {
  known: { id: string; reference: string; title: string }[];
  value: string[];
  onChange: IncidentFieldProps["onChange"];
}

function Picker({ known, value, onChange }: PickerProps) {
  return (
    <IncidentPicker
      label="Incident"
      description="Optional. Steps can use its fields, and its timeline notes the execution."
      known={known}
      value={value}
      onChange={(ids) => onChange(ids.at(-1))}
    />
  );
}

import { Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { PersonSelect } from "../directory/person-select.tsx";
import { useCan } from "../session/context.tsx";
import { useRoles } from "../settings/index.ts";
import type { StepDraft } from "./definition-draft.ts";
import { useGroupNames } from "./queries.ts";

interface ApproverFieldProps {
  step: StepDraft;
  problem: string | undefined;
  onChange: (step: StepDraft) => void;
}

/** Chooses a person, group or role. Renders nothing when anyone can decide. */
export function ApproverField({ step, problem, onChange }: ApproverFieldProps) {
  const shared = { step, problem, onChange };
  switch (step.type) {
    case "user":
      return (
        <PersonSelect
          label="Person"
          placeholder="Type a name"
          error={problem}
          value={step.value || null}
          chosen={step.value && step.label ? { id: step.value, name: step.label, email: "" } : null}
          onChange={(id) => onChange({ ...step, value: id ?? "", label: "" })}
        />
      );
    case "group":
      return <GroupField {...shared} />;
    case "role":
      return <RoleField {...shared} />;
    default:
      return <div />;
  }
}

function GroupField({ step, problem, onChange }: ApproverFieldProps) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed === step.label ? "" : typed, 150);
  const groups = useGroupNames(q).data?.items ?? [];
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  if (step.value && !names.has(step.value)) names.set(step.value, step.label || step.value.slice(0, 8));
  return (
    <Select
      label="Group"
      placeholder="Type a name"
      error={problem}
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      value={step.value || null}
      data={[...names].map(([value, label]) => ({ value, label }))}
      onChange={(id) => onChange({ ...step, value: id ?? "", label: (id && names.get(id)) || "" })}
      nothingFoundMessage="No groups found"
    />
  );
}

function RoleField({ step, problem, onChange }: ApproverFieldProps) {
  const mayRead = useCan()("admin:roles");
  const roles = useRoles(mayRead).data?.items.map(({ name }) => name) ?? [];
  const set = (value: string) => onChange({ ...step, value, label: value });
  if (!mayRead)
    return (
      <TextInput
        label="Role"
        placeholder="admin"
        error={problem}
        maxLength={40}
        value={step.value}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  return (
    <Select
      label="Role"
      placeholder="Choose"
      error={problem}
      data={step.value && !roles.includes(step.value) ? [...roles, step.value] : roles}
      value={step.value || null}
      onChange={(role) => set(role ?? "")}
    />
  );
}

import { Input, SegmentedControl } from "@mantine/core";
import { type ChangeType, riskLevels } from "@opsplane/contract";
import type { ReactNode } from "react";
import { ChainSelect } from "../approvals/index.ts";
import { ItemsPicker } from "../cmdb/index.ts";
import { PersonSelect } from "../directory/person-select.tsx";
import { type Risk, riskWords } from "../records/change-badges.tsx";

interface ChangeScopeFields {
  type: ChangeType;
  risk_level: Risk;
  ci_ids: string[];
  assigned_to: string | null;
  workflow_definition_id: string | null;
}

interface ScopeFieldProps {
  fields: ChangeScopeFields;
  onChange: (changed: Partial<Omit<ChangeScopeFields, "type">>) => void;
}

export function RiskField({ fields, onChange }: ScopeFieldProps) {
  return (
    <Input.Wrapper label="Risk">
      <SegmentedControl
        fullWidth
        mt={4}
        aria-label="Risk"
        data={riskLevels.map((risk) => ({ value: risk, label: riskWords[risk] }))}
        value={fields.risk_level}
        onChange={(chosen) => onChange({ risk_level: riskLevels.find((risk) => risk === chosen) ?? fields.risk_level })}
      />
    </Input.Wrapper>
  );
}

/** The items of a change and the people who work on it and approve it; `children` stands between them. */
export function ScopeFields({ fields, onChange, children }: ScopeFieldProps & { children?: ReactNode }) {
  return (
    <>
      <ItemsPicker
        size="sm"
        label="Configuration items"
        description="CIs that this change affects. Used to detect conflicts."
        value={fields.ci_ids}
        onChange={(ci_ids) => onChange({ ci_ids })}
      />
      {children}
      <PersonSelect
        label="Assignee"
        placeholder="Unassigned"
        value={fields.assigned_to}
        onChange={(assigned_to) => onChange({ assigned_to })}
      />
      {fields.type === "standard" ? null : (
        <ChainSelect
          label="Approval chain"
          otherwise="Default for this type"
          value={fields.workflow_definition_id}
          onChange={(workflow_definition_id) => onChange({ workflow_definition_id })}
        />
      )}
    </>
  );
}

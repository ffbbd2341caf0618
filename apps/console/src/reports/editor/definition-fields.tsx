import { Input, SegmentedControl, Select } from "@mantine/core";
import { reportFormats, reportTypes } from "@opsplane/contract";
import { DescriptionField, NameField } from "../../ui/name-fields.tsx";
import { formatHints, typeHints } from "../words.ts";
import classes from "./editor.module.css";
import type { ReportDraft } from "./report-draft.ts";

interface DefinitionFieldsProps {
  draft: ReportDraft;
  nameProblem: string | undefined;
  onChange: (changes: Partial<ReportDraft>) => void;
}

export function DefinitionFields({ draft, nameProblem, onChange }: DefinitionFieldsProps) {
  const { name, description, type, format } = draft;
  return (
    <div className={classes.fields}>
      <NameField
        placeholder="Incident review"
        maxLength={200}
        error={nameProblem}
        value={name}
        onChange={(next) => onChange({ name: next })}
      />
      <DescriptionField maxLength={2000} value={description} onChange={(next) => onChange({ description: next })} />
      <Select
        label="Type"
        description={typeHints[type]}
        allowDeselect={false}
        data={[...reportTypes]}
        value={type}
        onChange={(chosen) => onChange({ type: reportTypes.find((each) => each === chosen) ?? type })}
      />
      <Input.Wrapper label="Format" labelElement="div" description={formatHints[format]}>
        <SegmentedControl
          size="xs"
          display="flex"
          w="fit-content"
          mt={6}
          aria-label="Format"
          data={[...reportFormats]}
          value={format}
          onChange={(chosen) => onChange({ format: reportFormats.find((each) => each === chosen) ?? format })}
        />
      </Input.Wrapper>
    </div>
  );
}

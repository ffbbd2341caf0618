import { Input, SegmentedControl } from "@mantine/core";
import { type Report, reportFormats } from "@opsplane/contract";
import { useState } from "react";
import { fieldProblem } from "../../ui/field-problem.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { ParametersFields } from "../editor/parameters-fields.tsx";
import { parametersDraft, periodProblem, runParameters } from "../editor/report-draft.ts";
import { useRunReport } from "../mutations.ts";

interface RunDialogProps {
  report: Report;
  onRan: (runId: string | undefined) => void;
  onClose: () => void;
}

/** Runs a report once with another format or other parameters. The report stays as it is. */
export function RunDialog({ report, onRan, onClose }: RunDialogProps) {
  const run = useRunReport();
  const [format, setFormat] = useState(report.format);
  const [parameters, setParameters] = useState(() => parametersDraft(report.parameters));
  const [isDirty, setDirty] = useState(false);
  const problem = periodProblem(parameters, new Date());
  const submit = () => {
    if (problem) return;
    run.mutate(
      { id: report.id, format, parameters: runParameters(parameters, report.schedule) },
      {
        onSuccess: ({ runId, format: made }) => {
          onClose();
          onRan(made === "CSV" ? undefined : runId);
        },
      },
    );
  };
  return (
    <FormDialog
      title={`Run ${report.name}`}
      submit="Run"
      isDirty={isDirty}
      pending={run.isPending}
      error={run.error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <Input.Wrapper label="Format" labelElement="div">
        <SegmentedControl
          size="xs"
          display="flex"
          w="fit-content"
          mt={4}
          aria-label="Format"
          data={[...reportFormats]}
          value={format}
          onChange={(chosen) => setFormat(reportFormats.find((each) => each === chosen) ?? format)}
        />
      </Input.Wrapper>
      <ParametersFields
        value={parameters}
        schedule={report.schedule}
        problems={{ from: problem ?? fieldProblem(run.error, "parameters.from") }}
        onChange={(changes) => {
          setDirty(true);
          setParameters({ ...parameters, ...changes });
        }}
      />
    </FormDialog>
  );
}

import { TextInput } from "@mantine/core";
import { readParameters } from "@opsplane/automation";
import type { Workflow } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useOnceKey } from "../../ui/once-key.ts";
import { useStartRun } from "../mutations.ts";
import { InputField } from "./input-field.tsx";

interface RunDialogProps {
  workflow: Workflow;
  /** The draft has changes that are not saved. */
  isChanged: boolean;
  onClose: () => void;
}

/** Asks for the inputs and starts a run. */
export function RunDialog({ workflow, isChanged, onClose }: RunDialogProps) {
  const navigate = useNavigate();
  const start = useStartRun(workflow.id);
  const key = useOnceKey();
  const [values, setValues] = useState<Record<string, unknown>>({});
  const [incident, setIncident] = useState("");
  const [tried, setTried] = useState(false);
  const read = readParameters(workflow.inputs, values, "input");
  const problems = [...(tried && !read.ok ? read.problems : []), ...(start.error?.details ?? [])];
  const problemOf = (name: string) => problems.find(({ path }) => path === `input.${name}`)?.message;
  const submit = () => {
    setTried(true);
    if (!read.ok) return;
    start.mutate(
      { input: values, incident: incident.trim(), key },
      {
        onSuccess: ({ reference }) =>
          void navigate({ to: "/workflows/runs/$reference", params: { reference } }).then(onClose),
      },
    );
  };
  return (
    <FormDialog
      title={`Run ${workflow.name}`}
      submit="Run"
      isDirty={Object.keys(values).length > 0 || incident !== ""}
      pending={start.isPending}
      error={start.error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      {isChanged ? <p className="dim">This runs the saved version {workflow.version}, without your changes.</p> : null}
      {workflow.inputs.map((input) => (
        <InputField
          key={input.name}
          input={input}
          error={problemOf(input.name)}
          value={values[input.name]}
          onChange={(value) => {
            const { [input.name]: _, ...others } = values;
            setValues(value === undefined ? others : { ...others, [input.name]: value });
          }}
        />
      ))}
      <TextInput
        label="Incident"
        description="Optional. Steps read it as incident."
        placeholder="INC-00000042"
        maxLength={100}
        value={incident}
        onChange={(event) => setIncident(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

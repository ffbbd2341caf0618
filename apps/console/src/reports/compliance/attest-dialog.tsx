import { Select, Textarea } from "@mantine/core";
import { type ControlId, controls } from "@opsplane/contract";
import { useState } from "react";
import { fieldProblem, problemElsewhere } from "../../ui/field-problem.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useOnceKey } from "../../ui/once-key.ts";
import { useAttest } from "./queries.ts";
import { attestable } from "./words.ts";

interface AttestDialogProps {
  /** The control that is chosen first. */
  control: string;
  onClose: () => void;
}

/** States that a control holds. It cannot be changed later, only stated again. */
export function AttestDialog({ control: first, onClose }: AttestDialogProps) {
  const attest = useAttest();
  const key = useOnceKey();
  const [control, setControl] = useState(first);
  const [statement, setStatement] = useState("");
  const [tried, setTried] = useState(false);
  const isEmpty = statement.trim() === "";
  const about = attestable.find((id) => id === control);
  const submit = () => {
    setTried(true);
    if (!isEmpty) attest.mutate({ control, statement: statement.trim(), key }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title="Attest a control"
      submit="Attest"
      isDirty={!isEmpty}
      pending={attest.isPending}
      error={problemElsewhere(attest.error, ["control", "statement"])}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <Select
        label="Control"
        description={about ? controls[about].about : undefined}
        allowDeselect={false}
        data={attestable.map((id: ControlId) => ({ value: id, label: controls[id].name }))}
        error={fieldProblem(attest.error, "control")}
        value={control}
        onChange={(chosen) => setControl(chosen ?? control)}
      />
      <Textarea
        label="Statement"
        description="What was checked, how, and with which result. It is valid for 90 days and cannot be changed."
        data-autofocus
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2000}
        error={(tried && isEmpty ? "Enter what was checked." : undefined) ?? fieldProblem(attest.error, "statement")}
        value={statement}
        onChange={(event) => setStatement(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

import { Textarea } from "@mantine/core";
import { maxGenerationText } from "@opsplane/contract";
import { useState } from "react";
import { FormDialog } from "../ui/form-dialog.tsx";
import { useGenerateRunbook } from "./queries.ts";

/** Generates a runbook from a description. The draft opens in the editor. */
export function GenerateDialog({ onClose }: { onClose: () => void }) {
  const generate = useGenerateRunbook();
  const [description, setDescription] = useState("");
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    if (description.trim() === "") return setProblem("Describe what happens.");
    return generate.mutate({ description });
  };
  return (
    <FormDialog
      title="Generate runbook"
      submit="Generate draft"
      isDirty={description !== ""}
      pending={generate.isPending}
      size="lg"
      error={generate.error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <Textarea
        size="sm"
        label="What happens?"
        description="Symptoms, error messages, host and software. The draft has diagnosis, mitigation, verification and rollback."
        placeholder="Writes fail on orders-db: no space left on device"
        autosize
        minRows={5}
        maxRows={14}
        maxLength={maxGenerationText}
        error={problem}
        value={description}
        onChange={(event) => {
          setDescription(event.currentTarget.value);
          setProblem(undefined);
        }}
        data-autofocus
      />
    </FormDialog>
  );
}

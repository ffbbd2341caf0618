import { Button, Group } from "@mantine/core";
import type { ApiError } from "@opsplane/contract";
import { FormProblem } from "./form-problem.tsx";

interface DialogFootProps {
  /** The text of the submit button. */
  submit: string;
  pending: boolean;
  error: ApiError | null;
  onCancel: () => void;
}

/** The end of a form in a dialog: the server's message, Cancel and submit. */
export function DialogFoot({ submit, pending, error, onCancel }: DialogFootProps) {
  return (
    <>
      <FormProblem error={error} />
      <Group justify="flex-end" gap="sm">
        <Button size="sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" loading={pending}>
          {submit}
        </Button>
      </Group>
    </>
  );
}

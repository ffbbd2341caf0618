import { Modal, Stack } from "@mantine/core";
import type { ApiError } from "@opsplane/contract";
import type { FormEventHandler, ReactNode } from "react";
import { DialogFoot } from "./dialog-foot.tsx";

interface FormDialogProps {
  title: string;
  /** The text of the submit button. */
  submit: string;
  /** A changed form is not closed by a click beside it. */
  isDirty: boolean;
  pending: boolean;
  size?: "md" | "lg";
  error: ApiError | null;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, with the server's message, Cancel and submit at its end. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, isDirty, pending, size = "md", error, onSubmit, onClose, children } = props;
  const submitted: FormEventHandler<HTMLFormElement> = (event) => {
    // The dialog may have been opened from another form, which must not be submitted with it.
    event.stopPropagation();
    onSubmit(event);
  };
  return (
    <Modal opened onClose={onClose} title={title} size={size} closeOnClickOutside={!isDirty}>
      <form onSubmit={submitted} noValidate autoComplete="off">
        <Stack gap="md">
          {children}
          <DialogFoot submit={submit} pending={pending} error={error} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

import { Button, type ButtonProps, Text, Textarea } from "@mantine/core";
import type { ApiError } from "@opsplane/contract";
import { type ReactNode, useState } from "react";
import { FormDialog } from "../../ui/form-dialog.tsx";

interface AskButtonProps extends Pick<ButtonProps, "variant" | "color" | "size"> {
  /** The text of the button, and of the one that confirms. */
  label: string;
  title: string;
  /** The record, for screen readers, where several rows have this button. */
  of?: string;
  /** Asks for a text that the record keeps. */
  asks?: string;
  /** The mutation, as `useChange` makes it. */
  change: { isPending: boolean; error: ApiError | null; reset: () => void };
  onConfirm: (answer: string, close: () => void) => void;
  children: ReactNode;
}

/** A button whose action needs a confirmation, and often a reason. */
export function AskButton(props: AskButtonProps) {
  const { label, title, of, asks, change, onConfirm, children, size = "xs", variant = "default" } = props;
  const [opened, setOpened] = useState(false);
  const [answer, setAnswer] = useState("");
  const [missing, setMissing] = useState(false);
  const close = () => {
    setOpened(false);
    setAnswer("");
    setMissing(false);
    // The message of a failed attempt must not be shown when the dialog opens again.
    change.reset();
  };
  const submit = () => {
    const isMissing = asks !== undefined && answer.trim() === "";
    setMissing(isMissing);
    if (!isMissing) onConfirm(answer.trim(), close);
  };
  return (
    <>
      <Button
        size={size}
        variant={variant}
        {...(props.color ? { color: props.color } : {})}
        onClick={() => setOpened(true)}
        {...(of ? { "aria-label": `${label} ${of}` } : {})}
      >
        {label}
      </Button>
      {opened ? (
        <FormDialog
          title={title}
          submit={label}
          isDirty={answer !== ""}
          pending={change.isPending}
          error={change.error}
          onClose={close}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Text size="sm">{children}</Text>
          {asks === undefined ? null : (
            <Textarea
              label={asks}
              data-autofocus
              autosize
              maxLength={200}
              value={answer}
              error={missing ? "This is required." : null}
              onChange={(event) => setAnswer(event.currentTarget.value)}
            />
          )}
        </FormDialog>
      ) : null}
    </>
  );
}

import { Textarea, type TextareaProps } from "@mantine/core";

const maxComment = 2000;

interface CommentFieldProps extends Pick<TextareaProps, "size" | "label" | "aria-label" | "autoFocus"> {
  value: string;
  onChange: (comment: string) => void;
}

/** Why a person thinks that something was the cause or not. */
export function CommentField({ onChange, ...props }: CommentFieldProps) {
  return (
    <Textarea
      placeholder="How do you know?"
      autosize
      minRows={2}
      maxRows={8}
      maxLength={maxComment}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...props}
    />
  );
}

import { Textarea, TextInput } from "@mantine/core";

interface TextFieldProps {
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
}

interface NameFieldProps extends TextFieldProps {
  placeholder: string;
  error: string | undefined;
}

/** The name of the record that an editor page edits. */
export function NameField({ onChange, ...field }: NameFieldProps) {
  return <TextInput label="Name" withAsterisk {...field} onChange={(event) => onChange(event.currentTarget.value)} />;
}

export function DescriptionField({ onChange, ...field }: TextFieldProps) {
  return (
    <Textarea
      label="Description"
      autosize
      minRows={1}
      maxRows={6}
      {...field}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

import { Input, SegmentedControl, Textarea } from "@mantine/core";
import { useId, useState } from "react";
import { Markdown } from "./markdown.tsx";
import classes from "./markdown-field.module.css";

interface MarkdownFieldProps {
  label: string;
  description?: string;
  placeholder?: string;
  minRows?: number;
  maxLength?: number;
  value: string;
  onChange: (value: string) => void;
}

/** A markdown field with a preview. */
export function MarkdownField({
  label,
  description,
  placeholder,
  minRows = 3,
  maxLength = 50_000,
  value,
  onChange,
}: MarkdownFieldProps) {
  const id = useId();
  const [view, setView] = useState("Write");
  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <Input.Label htmlFor={id}>{label}</Input.Label>
        {value.trim() ? (
          <SegmentedControl
            size="xs"
            aria-label={`${label}: write or preview`}
            data={["Write", "Preview"]}
            value={view}
            onChange={setView}
          />
        ) : null}
      </div>
      {description ? <Input.Description mb={4}>{description}</Input.Description> : null}
      {view === "Preview" && value.trim() ? (
        <div className={classes.preview}>
          <Markdown source={value} />
        </div>
      ) : (
        <Textarea
          id={id}
          {...(placeholder ? { placeholder } : {})}
          autosize
          minRows={minRows}
          maxRows={24}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

import { Textarea } from "@mantine/core";
import { useRef } from "react";
import { NamesHint } from "./names-hint.tsx";

interface WrittenFieldProps {
  label: string;
  description?: string;
  placeholder?: string;
  error?: string | undefined;
  required?: boolean;
  rows?: number;
  value: string;
  names: readonly string[];
  onChange: (value: string) => void;
}

/** A CEL expression, checked as it is typed. */
export function ExpressionField({ rows = 1, ...props }: WrittenFieldProps) {
  return <Written {...props} rows={rows} kind="expression" />;
}

/** A text with `{{ placeholders }}`. */
export function TemplateField({ rows = 2, ...props }: WrittenFieldProps) {
  return <Written {...props} rows={rows} kind="template" />;
}

interface WrittenProps extends WrittenFieldProps {
  rows: number;
  kind: "expression" | "template";
}

function Written({ names, value, onChange, rows, kind, required = false, ...input }: WrittenProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isExpression = kind === "expression";
  const insert = (text: string) => {
    const at = field.current?.selectionStart ?? value.length;
    onChange(value.slice(0, at) + text + value.slice(at));
    field.current?.focus();
  };
  return (
    <div>
      <Textarea
        {...input}
        ref={field}
        withAsterisk={required}
        {...(isExpression ? { classNames: { input: "mono" } } : {})}
        spellCheck={!isExpression}
        autosize
        minRows={rows}
        maxRows={12}
        maxLength={isExpression ? 2000 : 10_000}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <NamesHint names={names} braces={!isExpression} onInsert={insert} />
    </div>
  );
}

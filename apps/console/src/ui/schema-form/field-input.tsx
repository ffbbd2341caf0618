import {
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  TagsInput,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { FormField } from "@opsplane/contract";
import { TimeField } from "../../time/time-field.tsx";
import classes from "./field-input.module.css";

interface FieldInputProps {
  field: FormField;
  shared: { label: string; description?: string; withAsterisk: boolean; error?: string };
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Up to this number of choices are shown at once; more become a menu. */
const maxRadios = 4;

/** The right control for one field of a form. */
export function FieldInput(props: FieldInputProps) {
  switch (props.field.type) {
    case "boolean":
      return <Yes {...props} />;
    case "number":
    case "integer":
      return <Numeric {...props} />;
    case "array":
      return <Several {...props} />;
    default:
      return props.field.enum ? <OneWord {...props} words={props.field.enum} /> : <Written {...props} />;
  }
}

function Yes({ shared, value, onChange }: FieldInputProps) {
  const { withAsterisk, error, ...words } = shared;
  return (
    <Checkbox
      {...words}
      label={
        <>
          {words.label}
          {withAsterisk ? <span className={classes.asterisk}> *</span> : null}
        </>
      }
      {...(error ? { error } : {})}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function Numeric({ field, shared, value, onChange }: FieldInputProps) {
  return (
    <NumberInput
      {...shared}
      size="sm"
      maw={260}
      allowDecimal={field.type === "number"}
      {...(field.minimum === undefined ? {} : { min: field.minimum })}
      {...(field.maximum === undefined ? {} : { max: field.maximum })}
      clampBehavior="none"
      value={typeof value === "number" ? value : ""}
      onChange={(next) => onChange(typeof next === "number" ? next : next === "" ? undefined : Number(next))}
    />
  );
}

function Several({ field, shared, value, onChange }: FieldInputProps) {
  const chosen = Array.isArray(value) ? value.filter((word) => typeof word === "string") : [];
  const change = (words: string[]) => onChange(words.length > 0 ? words : undefined);
  const most = field.maxItems === undefined ? {} : { maxValues: field.maxItems };
  return field.items?.enum ? (
    <MultiSelect {...shared} {...most} size="sm" data={field.items.enum} value={chosen} onChange={change} searchable />
  ) : (
    <TagsInput
      {...shared}
      {...(field.maxItems === undefined ? {} : { maxTags: field.maxItems })}
      placeholder="Type, then Enter"
      value={chosen}
      onChange={change}
    />
  );
}

function OneWord({ shared, value, onChange, words }: FieldInputProps & { words: string[] }) {
  const chosen = typeof value === "string" ? value : null;
  return words.length <= maxRadios ? (
    <Radio.Group {...shared} value={chosen} onChange={onChange}>
      <Group gap="md" mt={6}>
        {words.map((word) => (
          <Radio key={word} size="xs" value={word} label={word} />
        ))}
      </Group>
    </Radio.Group>
  ) : (
    <Select
      {...shared}
      data={words}
      value={chosen}
      onChange={(word) => onChange(word ?? undefined)}
      searchable={words.length > 10}
      clearable={!shared.withAsterisk}
      clearButtonProps={{ "aria-label": "Clear", tabIndex: -1 }}
      placeholder="Choose"
    />
  );
}

const htmlTypes: Partial<Record<NonNullable<FormField["format"]>, string>> = {
  date: "date",
  email: "email",
  uri: "url",
};
const examples: Partial<Record<NonNullable<FormField["format"]>, string>> = {
  email: "name@example.com",
  uri: "https://…",
  hostname: "db-1.example.com",
  ipv4: "192.0.2.10",
  ipv6: "2001:db8::10",
  uuid: "00000000-0000-0000-0000-000000000000",
};

function Written({ field, shared, value, onChange }: FieldInputProps) {
  const text = typeof value === "string" ? value : "";
  const { format } = field;
  const most = field.maxLength === undefined ? {} : { maxLength: field.maxLength };
  if (format === "date-time") return <TimeField {...shared} value={text} onChange={onChange} />;
  if (format === "multiline")
    return (
      <Textarea
        {...shared}
        {...most}
        autosize
        minRows={3}
        maxRows={16}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...shared}
      {...most}
      type={(format && htmlTypes[format]) ?? "text"}
      {...(format && examples[format] ? { placeholder: examples[format] } : {})}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

import { ActionIcon, Checkbox, Select, SimpleGrid, TagsInput, TextInput, Tooltip, UnstyledButton } from "@mantine/core";
import type { Form, FormField } from "@opsplane/contract";
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight, IconTrash } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { altArrow, keepFocus } from "../ui/keep-focus.ts";
import { Tag } from "../ui/tag.tsx";
import classes from "./form-builder.module.css";
import { asKind, type Kind, kindOf, kinds, optionsOf, setField, setRequired, withOptions } from "./form-edits.ts";

interface FieldEditorProps {
  form: Form;
  name: string;
  field: FormField;
  opened: boolean;
  first: boolean;
  last: boolean;
  onChange: (form: Form) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
  onToggle: () => void;
  onRename: (to: string) => void;
}

const kindData = Object.entries(kinds).map(([value, label]) => ({ value, label }));

/** One field of the form: a summary line with its settings below. */
export function FieldEditor(props: FieldEditorProps) {
  const { form, name, field, opened, first, last, onToggle, onRemove } = props;
  const label = field.title || name;
  const move = (step: 1 | -1) => keepFocus(() => props.onMove(step));
  return (
    <fieldset className={classes.field} aria-label={label} onKeyDown={(event) => altArrow(event, move)}>
      <div className={classes.line}>
        <UnstyledButton className={classes.toggle ?? ""} aria-expanded={opened} onClick={onToggle}>
          {opened ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          <span className="truncate">{label}</span>
          <span className="dim truncate">{kinds[kindOf(field)]}</span>
          {form.required?.includes(name) ? <Tag>required</Tag> : null}
        </UnstyledButton>
        <Tooltip label="Up (Alt ↑)">
          <ActionIcon size={26} disabled={first} aria-label={`Move ${label} up`} onClick={() => move(-1)}>
            <IconArrowUp size={15} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Down (Alt ↓)">
          <ActionIcon size={26} disabled={last} aria-label={`Move ${label} down`} onClick={() => move(1)}>
            <IconArrowDown size={15} />
          </ActionIcon>
        </Tooltip>
        <ActionIcon size={26} aria-label={`Remove ${label}`} onClick={onRemove}>
          <IconTrash size={15} />
        </ActionIcon>
      </div>
      {opened ? <Details {...props} /> : null}
    </fieldset>
  );
}

function Details({ form, name, field, onChange, onRename }: FieldEditorProps) {
  const options = optionsOf(field);
  const set = (next: FormField) => onChange(setField(form, name, next));
  return (
    <div className={classes.details}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput
          label="Label"
          maxLength={200}
          value={field.title ?? ""}
          onChange={(event) => set({ ...field, title: event.currentTarget.value })}
        />
        <KeyInput form={form} name={name} onRename={onRename} />
        <Select
          label="Type"
          allowDeselect={false}
          data={kindData}
          value={kindOf(field)}
          onChange={(chosen) => {
            const kind = kindIn(chosen);
            if (kind) set(asKind(field, kind));
          }}
        />
        <TextInput
          label="Help"
          maxLength={1000}
          value={field.description ?? ""}
          onChange={(event) => set(described(field, event.currentTarget.value))}
        />
      </SimpleGrid>
      {options ? (
        <TagsInput
          label="Options"
          description="Press Enter to add"
          maxTags={200}
          value={options}
          onChange={(words) => set(withOptions(field, words))}
        />
      ) : null}
      <Checkbox
        label="Required"
        checked={form.required?.includes(name) === true}
        onChange={(event) => onChange(setRequired(form, name, event.currentTarget.checked))}
      />
    </div>
  );
}

interface KeyInputProps {
  form: Form;
  name: string;
  onRename: (to: string) => void;
}

/** The key under which the input is stored. Only a valid key is applied. */
function KeyInput({ form, name, onRename }: KeyInputProps) {
  const [typed, setTyped] = useState(name);
  useEffect(() => setTyped(name), [name]);
  const taken = typed !== name && Object.hasOwn(form.properties ?? {}, typed);
  const good = /^[A-Za-z][A-Za-z0-9_-]{0,59}$/.test(typed);
  return (
    <TextInput
      label="Key"
      classNames={{ input: "mono" }}
      error={
        taken ? "This key is already used." : good ? undefined : "Start with a letter; use letters, digits, _ or -."
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value.trim())}
      onBlur={() => good && !taken && typed !== name && onRename(typed)}
    />
  );
}

function described(field: FormField, description: string): FormField {
  const { description: _, ...rest } = field;
  return description ? { ...rest, description } : rest;
}

function kindIn(value: string | null): Kind | undefined {
  return Object.keys(kinds).find((kind): kind is Kind => kind === value);
}

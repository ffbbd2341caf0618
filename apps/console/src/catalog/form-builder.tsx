import { Button, SegmentedControl, Textarea } from "@mantine/core";
import { type Form, formProblems } from "@opsplane/contract";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { Panel } from "../ui/panel.tsx";
import { toggled } from "../ui/words.ts";
import { FieldEditor } from "./field-editor.tsx";
import classes from "./form-builder.module.css";
import { addField, fieldsOf, moveField, removeField, renameField } from "./form-edits.ts";

interface FormBuilderProps {
  form: Form;
  onChange: (form: Form) => void;
}

/** Edits the form as fields or as JSON Schema. */
export function FormBuilder({ form, onChange }: FormBuilderProps) {
  const [view, setView] = useState("Fields");
  return (
    <Panel
      title="Form"
      action={
        <SegmentedControl aria-label="Form as" data={["Fields", "JSON Schema"]} value={view} onChange={setView} />
      }
    >
      {view === "Fields" ? <Fields form={form} onChange={onChange} /> : <RawSchema form={form} onChange={onChange} />}
    </Panel>
  );
}

function Fields({ form, onChange }: FormBuilderProps) {
  const fields = fieldsOf(form);
  const problems = formProblems(form);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const add = () => {
    const next = addField(form);
    setOpened([
      ...opened,
      ...fieldsOf(next)
        .slice(-1)
        .map(([key]) => key),
    ]);
    onChange(next);
  };
  const places = useFieldKeys();
  const rename = (key: string, to: string) => {
    places.rename(key, to);
    setOpened(opened.map((each) => (each === key ? to : each)));
    onChange(renameField(form, key, to));
  };
  return (
    <>
      {fields.length === 0 ? (
        <p className="dim" style={{ margin: "0 0 10px" }}>
          No fields. Requesters don't need to fill in anything.
        </p>
      ) : (
        <ol className={classes.fields}>
          {fields.map(([key, field], index) => (
            <li key={places.of(key)}>
              <FieldEditor
                form={form}
                name={key}
                field={field}
                opened={opened.includes(key)}
                first={index === 0}
                last={index === fields.length - 1}
                onChange={onChange}
                onMove={(step) => onChange(moveField(form, key, step))}
                onRemove={() => onChange(removeField(form, key))}
                onToggle={() => setOpened(toggled(opened, key))}
                onRename={(to) => rename(key, to)}
              />
            </li>
          ))}
        </ol>
      )}
      <Problems problems={problems} />
      <Button variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
        Add field
      </Button>
    </>
  );
}

/** A stable React key for each field while its name is edited, so that the focused control is not replaced. */
function useFieldKeys() {
  const places = useRef(new Map<string, number>());
  const next = useRef(0);
  const of = (key: string) => {
    const place = places.current.get(key) ?? next.current++;
    places.current.set(key, place);
    return place;
  };
  return {
    of,
    rename: (key: string, to: string) => {
      places.current.set(to, of(key));
      places.current.delete(key);
    },
  };
}

function RawSchema({ form, onChange }: FormBuilderProps) {
  const [text, setText] = useState(() => JSON.stringify(form, null, 2));
  const read = parsed(text);
  const problems = read.ok ? formProblems(read.value) : [{ path: "form", message: read.message }];
  const change = (next: string) => {
    setText(next);
    const value = parsed(next);
    if (value.ok && isForm(value.value)) onChange(value.value);
  };
  return (
    <>
      <Textarea
        aria-label="JSON Schema of the form"
        classNames={{ input: "mono" }}
        autosize
        minRows={12}
        maxRows={32}
        spellCheck={false}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Problems problems={problems} />
      {problems.length > 0 ? <p className="dim">Fields and preview show the last valid version.</p> : null}
    </>
  );
}

function Problems({ problems }: { problems: readonly { path: string; message: string }[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className={classes.problems} role="alert">
      {problems.map(({ path, message }) => (
        <li key={path + message}>
          <code className="mono">{path}</code> {message}
        </li>
      ))}
    </ul>
  );
}

function isForm(value: unknown): value is Form {
  return formProblems(value).length === 0;
}

function parsed(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (fault) {
    return { ok: false, message: `is not valid JSON: ${fault instanceof Error ? fault.message : "unknown error"}` };
  }
}

import { ActionIcon, Button, Checkbox, NumberInput, Select, TagsInput, TextInput } from "@mantine/core";
import { parameterTypes } from "@opsplane/contract";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { randomKey } from "../../api/random-key.ts";
import { useCan } from "../../session/context.tsx";
import { SecretSelect } from "../../settings/index.ts";
import { altArrow, keepFocus } from "../../ui/keep-focus.ts";
import { optionsOf } from "../../ui/words.ts";
import { parameterTypeWords } from "../words.ts";
import { asType, type Changes, edited, moved, newParameter, type ParameterDraft, removed, replaced } from "./draft.ts";
import classes from "./editor.module.css";
import { ProblemList } from "./problem-list.tsx";
import { anchorOf, type Problems } from "./problems.ts";

interface ParametersEditorProps {
  parameters: readonly ParameterDraft[];
  problems: Problems;
  onChange: (parameters: ParameterDraft[]) => void;
}

export function ParametersEditor({ parameters, problems, onChange }: ParametersEditorProps) {
  return (
    <>
      {parameters.length === 0 ? (
        <p className="dim" style={{ margin: "0 0 10px" }}>
          No parameters. Steps use a parameter as <code className="mono">{"{{ parameters.name }}"}</code>.
        </p>
      ) : (
        <ol className={classes.parameters} aria-label="Parameters">
          {parameters.map((parameter, index) => (
            <li key={parameter.key}>
              <ParameterRow
                parameter={parameter}
                index={index}
                last={index === parameters.length - 1}
                problems={problems}
                onChange={(next) => onChange(replaced(parameters, next))}
                onMove={(by) => onChange(moved(parameters, parameter.key, index + by))}
                onRemove={() => onChange(removed(parameters, parameter.key))}
              />
            </li>
          ))}
        </ol>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={parameters.length >= 50}
        onClick={() => onChange([...parameters, newParameter(parameters, `new-${randomKey()}`)])}
      >
        Add parameter
      </Button>
    </>
  );
}

interface ParameterRowProps {
  parameter: ParameterDraft;
  index: number;
  last: boolean;
  problems: Problems;
  onChange: (parameter: ParameterDraft) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function ParameterRow({ parameter, index, last, problems, onChange, onMove, onRemove }: ParameterRowProps) {
  const set = (changes: Changes<ParameterDraft>) => onChange(edited(parameter, changes));
  const move = (by: 1 | -1) => keepFocus(() => onMove(by));
  const { name } = parameter;
  const path = `parameters.${index}`;
  return (
    <fieldset
      id={anchorOf(path)}
      tabIndex={-1}
      className={classes.parameter}
      aria-label={`Parameter ${name}`}
      onKeyDown={(event) => altArrow(event, move)}
    >
      <div className={classes.parameterRow}>
        <TextInput
          label="Name"
          classNames={{ input: "mono" }}
          maxLength={40}
          error={problems.error(`${path}.name`) !== undefined}
          value={name}
          onChange={(event) => set({ name: event.currentTarget.value.trim() })}
        />
        <TextInput
          label="Label"
          placeholder={name}
          maxLength={100}
          value={parameter.label ?? ""}
          onChange={(event) => set({ label: event.currentTarget.value || undefined })}
        />
        <Select
          label="Type"
          allowDeselect={false}
          data={optionsOf(parameterTypes, parameterTypeWords)}
          value={parameter.type}
          onChange={(chosen) => {
            const type = parameterTypes.find((each) => each === chosen);
            if (type && type !== parameter.type) onChange(asType(parameter, type));
          }}
        />
        <div className={classes.tools}>
          <ActionIcon size={28} disabled={index === 0} aria-label={`Move ${name} up`} onClick={() => move(-1)}>
            <IconArrowUp size={15} />
          </ActionIcon>
          <ActionIcon size={28} disabled={last} aria-label={`Move ${name} down`} onClick={() => move(1)}>
            <IconArrowDown size={15} />
          </ActionIcon>
          <ActionIcon size={28} aria-label={`Remove ${name}`} onClick={onRemove}>
            <IconTrash size={15} />
          </ActionIcon>
        </div>
      </div>
      <div className={classes.parameterMore}>
        <TypeFields parameter={parameter} set={set} />
        <TextInput
          label="Help"
          maxLength={1000}
          value={parameter.description ?? ""}
          onChange={(event) => set({ description: event.currentTarget.value || undefined })}
        />
        <Checkbox
          label="Required"
          pb={8}
          checked={parameter.required ?? false}
          onChange={(event) => set({ required: event.currentTarget.checked })}
        />
      </div>
      <ProblemList problems={problems.within(path)} />
    </fieldset>
  );
}

interface TypeFieldsProps {
  parameter: ParameterDraft;
  set: (changes: Changes<ParameterDraft>) => void;
}

/** The settings of the parameter's type. */
function TypeFields({ parameter, set }: TypeFieldsProps) {
  const { type, default: first } = parameter;
  if (type === "secret") return <StoredSecret value={parameter.secret_id ?? null} set={set} />;
  if (type === "boolean")
    return (
      <Select
        label="Default"
        placeholder="None"
        clearable
        clearButtonProps={{ "aria-label": "Clear default" }}
        data={["Yes", "No"]}
        value={typeof first === "boolean" ? (first ? "Yes" : "No") : null}
        onChange={(chosen) => set({ default: chosen === null ? undefined : chosen === "Yes" })}
      />
    );
  if (type === "number" || type === "integer") return <NumberSettings parameter={parameter} set={set} />;
  return (
    <>
      {type === "choice" ? (
        <TagsInput
          label="Choices"
          description="Press Enter to add"
          maxTags={100}
          value={parameter.choices ?? []}
          onChange={(choices) => set({ choices })}
        />
      ) : (
        <TextInput
          label="Pattern"
          placeholder="[a-z0-9-]+"
          classNames={{ input: "mono" }}
          maxLength={200}
          value={parameter.pattern ?? ""}
          onChange={(event) => set({ pattern: event.currentTarget.value || undefined })}
        />
      )}
      <TextInput
        label="Default"
        maxLength={10_000}
        value={typeof first === "string" ? first : ""}
        onChange={(event) => set({ default: event.currentTarget.value || undefined })}
      />
    </>
  );
}

function NumberSettings({ parameter, set }: TypeFieldsProps) {
  const fields = [
    { label: "Smallest", field: "min" },
    { label: "Largest", field: "max" },
    { label: "Default", field: "default" },
  ] as const;
  return fields.map(({ label, field }) => {
    const value = parameter[field];
    return (
      <NumberInput
        key={field}
        size="sm"
        label={label}
        allowDecimal={parameter.type === "number"}
        value={typeof value === "number" ? value : ""}
        onChange={(next) => set({ [field]: typeof next === "number" ? next : undefined })}
      />
    );
  });
}

/** Only people who manage secrets see their names. */
function StoredSecret({ value, set }: { value: string | null } & Pick<TypeFieldsProps, "set">) {
  if (!useCan()("admin:secrets"))
    return <span className="dim">{value ? "A stored secret is used." : "Entered at each execution."}</span>;
  return (
    <SecretSelect
      label="Stored secret"
      description="Without one, the value is entered at each execution."
      value={value}
      onChange={(id) => set({ secret_id: id ?? undefined })}
    />
  );
}

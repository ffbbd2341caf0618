import { ActionIcon, Button, Checkbox, NumberInput, Select, TagsInput, TextInput } from "@mantine/core";
import { type Parameter, parameterTypes } from "@opsplane/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { optionsOf } from "../../ui/words.ts";
import { messageAt, problemsUnder } from "../draft/problems.ts";
import type { Editing } from "./editing.ts";
import classes from "./fields.module.css";

const typeWords: Record<Parameter["type"], string> = {
  string: "Text",
  number: "Number",
  integer: "Whole number",
  boolean: "Yes/No",
  choice: "Choice",
  secret: "Secret",
};
/** Workflows keep their inputs with the run, so secrets belong to runbooks. */
const offered = parameterTypes.filter((type) => type !== "secret");

/** The typed inputs of a workflow. */
export function InputsEditor({ draft, problems, change }: Editing) {
  const { inputs } = draft;
  const set = (index: number, next: Parameter) =>
    change({ ...draft, inputs: inputs.map((each, at) => (at === index ? next : each)) }, `inputs.${index}`);
  const add = () => {
    const taken = new Set(inputs.map(({ name }) => name));
    let number = inputs.length + 1;
    while (taken.has(`input_${number}`)) number += 1;
    change({ ...draft, inputs: [...inputs, { name: `input_${number}`, type: "string" }] });
  };
  return (
    <div className={classes.part}>
      {inputs.length === 0 ? (
        <p className={classes.note}>No inputs. Steps use inputs as {"{{ input.name }}"}.</p>
      ) : null}
      <ol className={classes.rows} aria-label="Inputs">
        {inputs.map((input, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the name is edited
          <li key={index}>
            <InputRow
              input={input}
              number={index + 1}
              problemAt={(field) => messageAt(problems, `inputs.${index}.${field}`)}
              onChange={(next) => set(index, next)}
              onRemove={() => change({ ...draft, inputs: inputs.filter((_, at) => at !== index) })}
            />
            {problemsUnder(problems, `inputs.${index}`)
              .filter(({ path }) => !path.endsWith(".name") && !path.endsWith(".choices") && !path.endsWith(".default"))
              .map(({ message }) => (
                <p key={message} className={classes.error}>
                  {message}
                </p>
              ))}
          </li>
        ))}
      </ol>
      <div>
        <Button variant="default" leftSection={<IconPlus size={14} />} disabled={inputs.length >= 50} onClick={add}>
          Add input
        </Button>
      </div>
    </div>
  );
}

interface InputRowProps {
  input: Parameter;
  number: number;
  problemAt: (field: string) => string | undefined;
  onChange: (input: Parameter) => void;
  onRemove: () => void;
}

function InputRow({ input, number, problemAt, onChange, onRemove }: InputRowProps) {
  const isNamed = /^[a-z][a-z0-9_]{0,39}$/.test(input.name);
  return (
    <fieldset className={classes.row} aria-label={`Input ${number}`}>
      <div className={classes.cells}>
        <TextInput
          label="Name"
          classNames={{ input: "mono" }}
          maxLength={40}
          error={problemAt("name") ?? (isNamed ? undefined : "Use lowercase letters, digits and _.")}
          value={input.name}
          onChange={(event) => onChange({ ...input, name: event.currentTarget.value.trim() })}
        />
        <Select
          label="Type"
          allowDeselect={false}
          data={optionsOf(input.type === "secret" ? parameterTypes : offered, typeWords)}
          value={input.type}
          onChange={(chosen) => {
            const type = parameterTypes.find((each) => each === chosen);
            if (type && type !== input.type) onChange(retyped(input, type));
          }}
        />
        <TextInput
          label="Label"
          maxLength={100}
          value={input.label ?? ""}
          onChange={(event) => onChange(withText(input, "label", event.currentTarget.value))}
        />
        <DefaultField input={input} error={problemAt("default")} onChange={onChange} />
        {input.type === "choice" ? (
          <TagsInput
            label="Options"
            placeholder="Press Enter to add"
            error={problemAt("choices")}
            maxTags={100}
            value={input.choices ?? []}
            onChange={(choices) => onChange({ ...input, choices })}
          />
        ) : null}
        <Checkbox
          label="Required"
          mt={26}
          checked={input.required === true}
          onChange={(event) => onChange({ ...input, required: event.currentTarget.checked })}
        />
      </div>
      <ActionIcon
        size={26}
        className={classes.remove ?? ""}
        aria-label={`Remove input ${input.name}`}
        onClick={onRemove}
      >
        <IconTrash size={15} />
      </ActionIcon>
    </fieldset>
  );
}

interface DefaultFieldProps {
  input: Parameter;
  error: string | undefined;
  onChange: (input: Parameter) => void;
}

function DefaultField({ input, error, onChange }: DefaultFieldProps) {
  const { default: value, ...rest } = input;
  const set = (next: string | number | boolean | undefined) =>
    onChange(next === undefined ? rest : { ...rest, default: next });
  if (input.type === "secret") return null;
  if (input.type === "number" || input.type === "integer")
    return (
      <NumberInput
        label="Default"
        error={error}
        allowDecimal={input.type === "number"}
        value={typeof value === "number" ? value : ""}
        onChange={(next) => set(next === "" ? undefined : Number(next))}
      />
    );
  if (input.type === "boolean")
    return (
      <Select
        label="Default"
        error={error}
        clearable
        clearButtonProps={{ "aria-label": "Clear the default", tabIndex: -1 }}
        data={[
          { value: "true", label: "Yes" },
          { value: "false", label: "No" },
        ]}
        value={typeof value === "boolean" ? String(value) : null}
        onChange={(next) => set(next === null ? undefined : next === "true")}
      />
    );
  return (
    <TextInput
      label="Default"
      error={error}
      maxLength={10_000}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => set(event.currentTarget.value || undefined)}
    />
  );
}

/** Keeps what every type has. */
function retyped({ name, label, description, required }: Parameter, type: Parameter["type"]): Parameter {
  return {
    ...{ name, type },
    ...(label ? { label } : {}),
    ...(description ? { description } : {}),
    ...(required ? { required } : {}),
    ...(type === "choice" ? { choices: [] } : {}),
  };
}

function withText(input: Parameter, field: "label", text: string): Parameter {
  const { [field]: _, ...rest } = input;
  return text === "" ? rest : { ...rest, [field]: text };
}

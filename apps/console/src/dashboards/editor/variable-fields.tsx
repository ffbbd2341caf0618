import { Button, Group, Select, Stack, Switch, TagsInput, TextInput } from "@mantine/core";
import { maxVariables, type Variable, type VariableType, variableTypes } from "@opsplane/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { MetricField, useLabels } from "../../metrics/index.ts";
import type { Interval } from "../../time/range.ts";
import classes from "../dashboards.module.css";
import { withField } from "../kinds/fields.tsx";

interface VariableFieldsProps {
  variables: readonly Variable[];
  interval: Interval;
  onChange: (variables: Variable[]) => void;
}

const typeWords: Record<VariableType, string> = {
  label_values: "Values of a metric's label",
  services: "Services",
  list: "Fixed list",
};

/** The variables of a dashboard, each with its own fields. */
export function VariableFields({ variables, interval, onChange }: VariableFieldsProps) {
  const set = (index: number, next: Variable) => onChange(variables.map((each, at) => (at === index ? next : each)));
  return (
    <Stack gap="sm">
      <b>Variables</b>
      {variables.map((variable, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two can have the same name while they are typed
        <fieldset key={index} className={classes.variable} aria-label={`Variable ${index + 1}`}>
          <div className={classes.pair}>
            <TextInput
              label="Name"
              description="Used as $name"
              maxLength={40}
              value={variable.name}
              onChange={(event) => set(index, { ...variable, name: event.currentTarget.value })}
            />
            <TextInput
              label="Label"
              description="Shown above the choice"
              maxLength={100}
              value={variable.label}
              onChange={(event) => set(index, { ...variable, label: event.currentTarget.value })}
            />
          </div>
          <Select
            label="Values"
            allowDeselect={false}
            data={variableTypes.map((type) => ({ value: type, label: typeWords[type] }))}
            value={variable.type}
            onChange={(chosen) =>
              set(index, { ...variable, type: variableTypes.find((type) => type === chosen) ?? "list" })
            }
          />
          <TypeFields variable={variable} interval={interval} onChange={(next) => set(index, next)} />
          <TagsInput
            label="Chosen at first"
            description="Empty: all values, or else the first one"
            maxTags={50}
            value={[...variable.default]}
            onChange={(values) => set(index, { ...variable, default: values })}
          />
          <Group gap="lg" justify="space-between">
            <Group gap="lg">
              <Switch
                label="Several values"
                checked={variable.multi}
                onChange={(event) => set(index, { ...variable, multi: event.currentTarget.checked })}
              />
              <Switch
                label="All values"
                checked={variable.include_all}
                onChange={(event) => set(index, { ...variable, include_all: event.currentTarget.checked })}
              />
            </Group>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={13} />}
              aria-label={`Remove variable ${index + 1}`}
              onClick={() => onChange(variables.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </Group>
        </fieldset>
      ))}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={13} />}
          disabled={variables.length >= maxVariables}
          onClick={() => onChange([...variables, newVariable(variables.length + 1)])}
        >
          Add variable
        </Button>
      </div>
    </Stack>
  );
}

function newVariable(number: number): Variable {
  return { name: `var${number}`, label: "", type: "services", multi: true, include_all: true, default: [] };
}

interface TypeFieldsProps {
  variable: Variable;
  interval: Interval;
  onChange: (variable: Variable) => void;
}

function TypeFields({ variable, interval, onChange }: TypeFieldsProps) {
  if (variable.type === "list")
    return (
      <TagsInput
        label="List"
        maxTags={200}
        value={variable.values ?? []}
        onChange={(values) => onChange(withField(variable, "values", values))}
      />
    );
  return variable.type === "label_values" ? (
    <LabelFields variable={variable} interval={interval} onChange={onChange} />
  ) : null;
}

function LabelFields({ variable, interval, onChange }: TypeFieldsProps) {
  const { metric_name = "", label_name = null } = variable;
  const labels = useLabels(metric_name, [], interval, metric_name !== "").data ?? [];
  const names = [...new Set([...labels.map(({ name }) => name), ...(label_name ? [label_name] : [])])];
  return (
    <div className={classes.pair}>
      <MetricField
        label="Metric"
        value={metric_name}
        interval={interval}
        autoFocus={false}
        onChange={(name) => onChange(withField(variable, "metric_name", name || undefined))}
      />
      <Select
        label="Label of the metric"
        searchable
        data={names}
        value={label_name}
        onChange={(name) => onChange(withField(variable, "label_name", name ?? undefined))}
      />
      <TagsInput
        label="Filters"
        placeholder="env=prod"
        maxTags={20}
        value={variable.match ?? []}
        onChange={(match) => onChange(withField(variable, "match", match))}
      />
    </div>
  );
}

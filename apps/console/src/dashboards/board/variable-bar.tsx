import { MultiSelect, Select } from "@mantine/core";
import { allValues, type DashboardVariableState, type Variable } from "@opsplane/contract";
import classes from "../dashboards.module.css";

interface VariableBarProps {
  variables: readonly Variable[];
  /** Undefined before the server has answered. */
  states: readonly DashboardVariableState[] | undefined;
  onChoose: (name: string, values: string[]) => void;
}

/** The choices of a dashboard. */
export function VariableBar({ variables, states, onChoose }: VariableBarProps) {
  if (variables.length === 0) return null;
  return (
    <fieldset className={classes.variables} aria-label="Variables">
      {variables.map((variable) => (
        <VariableField
          key={variable.name}
          variable={variable}
          state={states?.find(({ name }) => name === variable.name)}
          onChoose={(values) => onChoose(variable.name, values)}
        />
      ))}
    </fieldset>
  );
}

interface VariableFieldProps {
  variable: Variable;
  state: DashboardVariableState | undefined;
  onChoose: (values: string[]) => void;
}

function VariableField({ variable, state, onChoose }: VariableFieldProps) {
  const { name, label, multi, include_all } = variable;
  const chosen = state?.chosen ?? [];
  const options = [...new Set([...(state?.options ?? []), ...chosen.filter((value) => value !== allValues)])];
  const data = [
    ...(include_all ? [{ value: allValues, label: "All" }] : []),
    ...options.map((value) => ({ value, label: value })),
  ];
  const shared = {
    size: "xs",
    label: label || name,
    data,
    searchable: true,
    nothingFoundMessage: "No values in this range",
    error: state?.error ?? undefined,
  } as const;
  if (!multi)
    return (
      <Select
        {...shared}
        w={180}
        allowDeselect={false}
        value={chosen[0] ?? null}
        onChange={(value) => onChoose(value === null ? [] : [value])}
      />
    );
  return (
    <MultiSelect
      {...shared}
      miw={180}
      maw={420}
      value={[...chosen]}
      onChange={(values) => onChoose(withoutMix(values, chosen))}
    />
  );
}

/** All values and single ones exclude each other; the last choice counts. */
function withoutMix(values: readonly string[], before: readonly string[]): string[] {
  const hasAll = values.includes(allValues);
  if (hasAll && !before.includes(allValues)) return [allValues];
  return values.filter((value) => value !== allValues || values.length === 1);
}

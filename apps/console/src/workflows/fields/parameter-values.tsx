import { Autocomplete } from "@mantine/core";
import type { Parameter } from "@opsplane/contract";

interface ParameterValuesProps {
  parameters: readonly Parameter[];
  values: Readonly<Record<string, unknown>>;
  names: readonly string[];
  problemAt: (name: string) => string | undefined;
  onChange: (values: Record<string, unknown> | undefined) => void;
}

/** A value for each parameter of a runbook: a literal, or a placeholder such as `{{ input.service }}`. */
export function ParameterValues({ parameters, values, names, problemAt, onChange }: ParameterValuesProps) {
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = values;
    const next = value === undefined ? others : { ...others, [name]: value };
    onChange(Object.keys(next).length > 0 ? next : undefined);
  };
  return parameters.map((parameter) =>
    parameter.type === "secret" ? (
      <p key={parameter.name} className="dim" style={{ margin: 0 }}>
        {parameter.label || parameter.name}: the runbook uses its stored secret.
      </p>
    ) : (
      <Autocomplete
        key={parameter.name}
        label={parameter.label || parameter.name}
        description={parameter.description}
        placeholder={parameter.default === undefined ? "" : `${parameter.default ?? ""}`}
        withAsterisk={parameter.required === true && parameter.default === undefined}
        error={problemAt(parameter.name)}
        data={[...literalsOf(parameter), ...names.map((name) => `{{ ${name} }}`)]}
        limit={40}
        maxLength={10_000}
        value={asTyped(values[parameter.name])}
        onChange={(typed) => set(parameter.name, literalOf(parameter, typed))}
      />
    ),
  );
}

function literalsOf({ type, choices = [] }: Parameter): string[] {
  if (type === "boolean") return ["true", "false"];
  return type === "choice" ? [...choices] : [];
}

function asTyped(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}

/** What is stored for the typed text: a number or a truth value where the parameter is one, else the text. */
export function literalOf({ type }: Pick<Parameter, "type">, typed: string): unknown {
  if (typed === "") return undefined;
  const text = typed.trim();
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  if ((type === "number" || type === "integer") && text !== "" && Number.isFinite(Number(text))) {
    // "1." and "1.0" are still being typed.
    return String(Number(text)) === text ? Number(text) : typed;
  }
  return typed;
}

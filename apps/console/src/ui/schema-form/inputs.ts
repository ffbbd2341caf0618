import type { ErrorDetail, Form } from "@opsplane/contract";

export type FormInputs = Record<string, unknown>;

/** The initial inputs of a form: its defaults. */
export function firstInputs({ properties = {} }: Form): FormInputs {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, field]) => (field.default === undefined ? [] : [[key, field.default]])),
  );
}

/** The inputs to send, without empty fields. */
export function filledIn(inputs: FormInputs): FormInputs {
  return Object.fromEntries(
    Object.entries(inputs).filter(([, value]) => value !== "" && value !== undefined && value !== null),
  );
}

/** The first problem of each field, from `inputProblems` or from the server. Both use the path `inputs.key`. */
export function problemsByField(problems: readonly ErrorDetail[]): Record<string, string> {
  const byField: Record<string, string> = {};
  for (const { path, message } of problems) {
    const key = /^\/?(?:body[./])?inputs[./]([^./]+)/.exec(path)?.[1];
    if (key) byField[key] ??= sentence(message);
  }
  return byField;
}

/** Changes "is required" to "Is required." for display under the field. */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith(".") ? "" : "."}`;
}

import type { ErrorDetail, Form } from "@opsplane/contract";

export type FormInputs = Record<string, unknown>;

/** The inputs that a form begins with: its defaults. */
export function firstInputs({ properties = {} }: Form): FormInputs {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, field]) => (field.default === undefined ? [] : [[key, field.default]])),
  );
}

/** The inputs that are sent: an empty field is left out. */
export function filledIn(inputs: FormInputs): FormInputs {
  return Object.fromEntries(
    Object.entries(inputs).filter(([, value]) => value !== "" && value !== undefined && value !== null),
  );
}

/** The first problem of each field, from `inputProblems` or from the server: both name them `inputs.key`. */
export function problemsByField(problems: readonly ErrorDetail[]): Record<string, string> {
  const byField: Record<string, string> = {};
  for (const { path, message } of problems) {
    const key = /^\/?(?:body[./])?inputs[./]([^./]+)/.exec(path)?.[1];
    if (key) byField[key] ??= sentence(message);
  }
  return byField;
}

/** "is required" under a field reads "Is required."; the label of the field is above it. */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith(".") ? "" : "."}`;
}

import type { Form, FormField, formFormats } from "@opsplane/contract";

// Edits of a form. Each function returns the new form. Fields keep their order.

export const kinds = {
  text: "Text",
  multiline: "Long text",
  choice: "Single choice",
  choices: "Multiple choice",
  yes: "Yes/No",
  integer: "Whole number",
  number: "Number",
  date: "Date",
  "date-time": "Date and time",
  email: "Email",
  uri: "Web address",
  hostname: "Host name",
  ipv4: "IPv4 address",
  ipv6: "IPv6 address",
  uuid: "UUID",
} as const;
export type Kind = keyof typeof kinds;

type Format = (typeof formFormats)[number];
const formatOf: Partial<Record<Kind, Format>> = {
  multiline: "multiline",
  date: "date",
  "date-time": "date-time",
  email: "email",
  uri: "uri",
  hostname: "hostname",
  ipv4: "ipv4",
  ipv6: "ipv6",
  uuid: "uuid",
};

export function kindOf(field: FormField): Kind {
  if (field.type === "boolean") return "yes";
  if (field.type === "array") return "choices";
  if (field.type === "integer" || field.type === "number") return field.type;
  return field.enum ? "choice" : (field.format ?? "text");
}

/** The field as another kind. Title and description stay; settings of the old kind are removed. */
export function asKind({ title, description, enum: words, items }: FormField, kind: Kind): FormField {
  const kept = { ...(title ? { title } : {}), ...(description ? { description } : {}) };
  const options = words ?? items?.enum ?? ["One", "Other"];
  if (kind === "yes") return { type: "boolean", ...kept };
  if (kind === "integer" || kind === "number") return { type: kind, ...kept };
  if (kind === "choice") return { type: "string", ...kept, enum: options };
  if (kind === "choices") return { type: "array", ...kept, items: { type: "string", enum: options } };
  const format = formatOf[kind];
  return { type: "string", ...kept, ...(format ? { format } : {}) };
}

export function optionsOf(field: FormField): string[] | undefined {
  return field.type === "array" ? (field.items?.enum ?? []) : field.enum;
}

export function withOptions(field: FormField, words: string[]): FormField {
  return field.type === "array" ? { ...field, items: { type: "string", enum: words } } : { ...field, enum: words };
}

export function fieldsOf({ properties = {} }: Form): [string, FormField][] {
  return Object.entries(properties);
}

export function addField(form: Form): Form {
  const taken = new Set(Object.keys(form.properties ?? {}));
  let number = taken.size + 1;
  while (taken.has(`field_${number}`)) number++;
  return rebuilt(form, [...fieldsOf(form), [`field_${number}`, { type: "string", title: "New field" }]]);
}

export function setField(form: Form, key: string, field: FormField): Form {
  return rebuilt(
    form,
    fieldsOf(form).map(([each, old]) => [each, each === key ? field : old]),
  );
}

/** Returns the form unchanged when another field has this name. */
export function renameField(form: Form, key: string, to: string): Form {
  if (Object.hasOwn(form.properties ?? {}, to)) return form;
  const renamed = rebuilt(
    form,
    fieldsOf(form).map(([each, field]) => [each === key ? to : each, field]),
  );
  return { ...renamed, required: (form.required ?? []).map((each) => (each === key ? to : each)) };
}

export function removeField(form: Form, key: string): Form {
  const rest = rebuilt(
    form,
    fieldsOf(form).filter(([each]) => each !== key),
  );
  return setRequired(rest, key, false);
}

export function moveField(form: Form, key: string, step: 1 | -1): Form {
  const fields = fieldsOf(form);
  const from = fields.findIndex(([each]) => each === key);
  const to = from + step;
  const [one, other] = [fields[from], fields[to]];
  if (!one || !other) return form;
  fields[to] = one;
  fields[from] = other;
  return rebuilt(form, fields);
}

export function setRequired(form: Form, key: string, on: boolean): Form {
  const others = (form.required ?? []).filter((each) => each !== key);
  return { ...form, required: on ? [...others, key] : others };
}

function rebuilt(form: Form, fields: [string, FormField][]): Form {
  return { ...form, type: "object", properties: Object.fromEntries(fields) };
}

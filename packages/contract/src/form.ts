import { Type } from "typebox";
import { Errors } from "typebox/schema";
import type { ErrorDetail } from "./errors.ts";

// A form is a JSON Schema that can be displayed: one object with fields of plain types.

export const formFormats = [
  "date",
  "date-time",
  "email",
  "uri",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
  "multiline",
] as const;

export interface FormField {
  type: "string" | "number" | "integer" | "boolean" | "array";
  title?: string;
  description?: string;
  default?: unknown;
  enum?: string[];
  format?: (typeof formFormats)[number];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** For an array: the choices. */
  items?: { type?: "string"; enum?: string[] };
  minItems?: number;
  maxItems?: number;
}

export interface Form {
  type?: "object";
  properties?: Record<string, FormField>;
  required?: string[];
}

const maxTold = 20;
/** Limits of all inputs as JSON, and of a field that sets no limit. */
const maxInputBytes = 64 * 1024;
const fieldBounds = { string: { maxLength: 20_000 }, array: { maxItems: 500 } };
const words = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  minItems: 1,
  maxItems: 200,
  uniqueItems: true,
});
const size = Type.Integer({ minimum: 0, maximum: 100_000 });

const Field = Type.Object(
  {
    type: Type.Enum(["string", "number", "integer", "boolean", "array"]),
    title: Type.Optional(Type.String({ maxLength: 200 })),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    default: Type.Optional(Type.Unknown()),
    enum: Type.Optional(words),
    format: Type.Optional(Type.Enum([...formFormats])),
    minLength: Type.Optional(size),
    maxLength: Type.Optional(size),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    items: Type.Optional(
      Type.Object(
        { type: Type.Optional(Type.Literal("string")), enum: Type.Optional(words) },
        { additionalProperties: false },
      ),
    ),
    minItems: Type.Optional(size),
    maxItems: Type.Optional(size),
  },
  { additionalProperties: false },
);

const FormSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    title: Type.Optional(Type.String({ maxLength: 200 })),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    type: Type.Optional(Type.Literal("object")),
    properties: Type.Optional(
      Type.Unsafe<Record<string, FormField>>({
        type: "object",
        maxProperties: 100,
        propertyNames: { pattern: "^[A-Za-z][A-Za-z0-9_-]{0,59}$" },
        additionalProperties: Field,
      }),
    ),
    required: Type.Optional(Type.Array(Type.String(), { maxItems: 100, uniqueItems: true })),
    additionalProperties: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** The problems of a form definition; empty when it is valid. */
export function formProblems(form: unknown): ErrorDetail[] {
  const [, errors] = Errors(FormSchema, form);
  if (errors.length > 0) return detailsOf(errors, "form");
  const { properties = {}, required = [] } = form as Form;
  return required
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => ({ path: "form.required", message: `lists '${name}', which is not a field of this form` }));
}

/** The problems of inputs for this form; empty when they are valid. The console and the server both use it. */
export function inputProblems(form: Form, inputs: Record<string, unknown>): ErrorDetail[] {
  if (new TextEncoder().encode(JSON.stringify(inputs)).length > maxInputBytes)
    return [{ path: "inputs", message: `must not be larger than ${maxInputBytes / 1024} kB as JSON` }];
  const { properties = {}, required = [] } = form;
  const missing = required.filter((name) => isBlank(inputs[name]));
  const filled = Object.keys(inputs).filter((name) => inputs[name] !== undefined && !missing.includes(name));
  return [
    ...missing.map((name) => ({ path: `inputs.${name}`, message: "is required" })),
    ...filled.flatMap((name) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!field) return [{ path: `inputs.${name}`, message: "is not a field of this form" }];
      const problems = detailsOf(Errors(bounded(field), inputs[name])[1], `inputs.${name}`);
      if (problems.length === 0 && isUnsafeLink(field, inputs[name]))
        return [{ path: `inputs.${name}`, message: "must start with http://, https:// or mailto:" }];
      return problems.slice(0, 1);
    }),
  ].slice(0, maxTold);
}

/** Rejects links that are not safe to click, such as javascript: or file: URLs. */
function isUnsafeLink({ format }: FormField, value: unknown): boolean {
  return format === "uri" && typeof value === "string" && !/^(https?:\/\/|mailto:)/i.test(value);
}

function bounded(field: FormField): FormField {
  return field.type === "string" || field.type === "array" ? { ...fieldBounds[field.type], ...field } : field;
}

function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

interface Problem {
  keyword: string;
  instancePath: string;
  message: string;
  params: object;
}

/** Errors of a schema as details, with names in place of pointers. */
export function detailsOf(errors: readonly Problem[], root: string): ErrorDetail[] {
  return errors
    .filter(({ keyword }) => keyword !== "additionalProperties")
    .slice(0, maxTold)
    .map(({ keyword, instancePath, message, params }) => ({
      path: root + instancePath.replaceAll("/", "."),
      message: wording(keyword, message, params as { allowedValues?: unknown[]; format?: string }),
    }));
}

function wording(keyword: string, message: string, params: { allowedValues?: unknown[]; format?: string }): string {
  if (keyword === "boolean") return "is not supported";
  if (keyword === "enum") return `must be one of ${params.allowedValues?.join(", ")}`;
  if (keyword === "format") return `must be a valid ${params.format}`;
  return message;
}

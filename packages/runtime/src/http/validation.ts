import { type ErrorDetail, parseTime } from "@opsplane/contract";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { Failure, nothingHere } from "../failure.ts";

const most = 20;

// The compiler already checks the contract's schemas. Validating them against the meta-schema would slow the start.
const options = { useDefaults: true, allErrors: true, strict: false, validateSchema: false } as const;
// Shared by all servers of a process, so each schema is compiled once.
const strict = withFormats(new Ajv(options));
const reading = withFormats(new Ajv({ ...options, coerceTypes: true }));

/** Bodies are validated unchanged. Path and query are text, so numbers and booleans are converted. */
export function validatorCompiler(): FastifySchemaCompiler<TSchema> {
  return ({ schema, httpPart }) => {
    const compiler = httpPart === "body" ? strict : reading;
    // Compiled by the first request, because compiling all operations took a quarter of the start time.
    let compiled: ValidateFunction | undefined;
    const check = () => {
      compiled ??= compiler.compile(schema);
      return compiled;
    };
    // An invalid id is answered like an unknown id, with 404.
    const refuse = httpPart === "params" ? () => nothingHere() : () => refusal(check().errors ?? []);
    return (value: unknown) => (check()(value) ? { value } : { error: refuse() });
  };
}

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv, ["uuid", "date-time", "email"]);
  return ajv.addFormat("query-time", (written: string) => parseTime(written, new Date(0)) !== undefined);
}

function refusal(errors: readonly ErrorObject[]): Failure {
  const details = errors.slice(0, most).map(asDetail);
  const messages = details.map(({ path, message }) => (path === "" ? `The body ${message}` : `${path} ${message}`));
  return new Failure("VALIDATION_ERROR", `${messages.slice(0, 3).join("; ")}.`, { details });
}

function asDetail(error: ErrorObject): ErrorDetail {
  const path = error.instancePath.slice(1).replaceAll("/", ".");
  switch (error.keyword) {
    case "required":
      return { path: [path, error.params.missingProperty].filter(Boolean).join("."), message: "is required" };
    case "enum":
      return {
        path,
        message: `must be one of ${error.params.allowedValues.filter((word: unknown) => word !== null).join(", ")}`,
      };
    case "pattern":
      return {
        path,
        message: error.params.pattern === "\\S" ? "must not be blank" : "does not have the expected format",
      };
    case "format":
      return { path, message: formatMessages[error.params.format] ?? `must be a valid ${error.params.format}` };
    default:
      return { path, message: error.message ?? "is not valid" };
  }
}

const formatMessages: Record<string, string> = {
  "query-time": "must be a time: ISO 8601, Unix seconds or milliseconds, or relative such as now-1h",
  "date-time": "must be an ISO 8601 time with a zone, such as 2026-01-31T07:00:00Z",
  email: "must be an email address",
  uuid: "must be a UUID",
};

import { ErrorBody, type OperationGroups, type OperationSpec, statusOf } from "@opsplane/contract";
import type { TSchema } from "typebox";
import { replySchema } from "./envelope.ts";

interface ObjectSchema {
  properties?: Record<string, TSchema & { description?: string }>;
  required?: string[];
}

/** The contract as an OpenAPI 3.1 document. TypeBox schemas are JSON Schema and are used unchanged. */
export function openApi(
  groups: OperationGroups,
  about: { title: string; version: string; description: string },
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [group, specs] of Object.entries(groups)) {
    for (const [name, spec] of Object.entries(specs)) {
      const path = spec.path.replace(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [spec.method.toLowerCase()]: describe(group, name, spec) };
    }
  }
  return {
    openapi: "3.1.0",
    info: about,
    tags: Object.keys(groups).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: ErrorBody },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT or API key" },
        tenant: { type: "apiKey", in: "header", name: "x-tenant-id" },
        service: { type: "apiKey", in: "header", name: "x-service-secret" },
      },
    },
  };
}

function describe(group: string, name: string, spec: OperationSpec): object {
  const reply = replySchema(spec);
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: spec.summary,
    ...(spec.description ? { description: spec.description } : {}),
    ...security(spec),
    "x-permission": spec.access,
    "x-effect": spec.effect,
    ...(spec.module ? { "x-feature": spec.module } : {}),
    parameters: [...parameters("path", spec.params), ...parameters("query", spec.query), ...headers(spec)],
    ...requestBody(spec),
    responses: {
      [statusOf(spec)]: {
        description: spec.summary,
        ...(reply ? { content: { "application/json": { schema: reply } } } : streamContent(spec)),
      },
      ...(spec.download ? partialAnswers(spec) : {}),
      default: {
        description: "Error",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

function security(spec: OperationSpec): { security: object[] } {
  if (spec.access === "public") return { security: [] };
  return { security: [spec.access === "service" ? { service: [] } : { bearer: [], tenant: [] }] };
}

function parameters(place: "path" | "query", schema: TSchema | undefined): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(property.description ? { description: property.description } : {}),
    ...("items" in property ? { style: "form", explode: false } : {}),
    schema: property,
  }));
}

const anyFile = { "*/*": { schema: { type: "string", format: "binary" } } };

function requestBody(spec: OperationSpec): object {
  if (spec.upload || spec.raw) return { requestBody: { required: true, content: anyFile } };
  return spec.body ? { requestBody: { required: true, content: { "application/json": { schema: spec.body } } } } : {};
}

function partialAnswers(spec: OperationSpec): object {
  return {
    206: { description: `${spec.summary}: one range of it`, content: anyFile },
    304: { description: "The client has this file already" },
  };
}

function headers(spec: OperationSpec): object[] {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  });
  if (spec.method === "PATCH" || spec.method === "PUT")
    return [header("If-Match", "The ETag that the change is based on. An outdated one fails with 409 CONFLICT")];
  if (spec.download)
    return [
      header("Range", "One range of bytes, such as bytes=0-1023"),
      header("If-None-Match", "The ETag of the file that the client has"),
    ];
  const digest = header("Content-Digest", "sha-256=:<SHA-256 of the file in base64>:; a file that differs is 422");
  if ([201, 202].includes(statusOf(spec)) && !["service", "public"].includes(spec.access))
    return [
      header("Idempotency-Key", "Repeating the same key and body within 24 hours returns the first response"),
      ...(spec.upload ? [digest] : []),
    ];
  return [];
}

function streamContent(spec: OperationSpec): object {
  if (spec.download) return { content: anyFile };
  return statusOf(spec) === 204 ? {} : { content: { "text/event-stream": { schema: spec.reply } } };
}

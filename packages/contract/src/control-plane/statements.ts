import { Type } from "typebox";
import { nullable, Slug, text } from "../schema.ts";
import { controlOperation } from "./operation.ts";

export const maxStatements = 500;

export const statements = {
  pull: controlOperation({
    method: "POST",
    path: "/api/deployments/statements",
    summary: "Report usage and get the signed statements of a deployment's tenants",
    description: "With a deployment token. `next` is the cursor of further statements, if there are more than 500.",
    access: "deployments:report",
    effect: "write",
    envelope: "both",
    routine: true,
    prepares: true,
    body: Type.Object({
      tp_version: Type.Optional(text(100)),
      usage: Type.Optional(
        Type.Array(
          Type.Object({
            tenant_id: Slug,
            users: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
            data_gb: Type.Number({ minimum: 0, maximum: 1e12 }),
            ai_credits: Type.Number({ minimum: 0, maximum: 1e12 }),
          }),
          { maxItems: 10_000 },
        ),
      ),
      cursor: Type.Optional(nullable(text(100))),
    }),
    reply: Type.Object({
      statements: Type.Array(Type.String({ description: "A signed statement (JWT)" })),
      next: nullable(Type.String()),
    }),
  }),
};

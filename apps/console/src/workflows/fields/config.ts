import { type ApproverType, approverTypes, type Recipient, type WorkflowStep } from "@opsplane/contract";

// A step's config is free form. These read it as its type has it.

type Config = WorkflowStep["config"];

export function textIn(config: Config, name: string): string {
  const value = config[name];
  return typeof value === "string" ? value : "";
}

export function numberIn(config: Config, name: string): number | null {
  const value = config[name];
  return typeof value === "number" ? value : null;
}

export function textsIn(config: Config, name: string): string[] {
  const value = config[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export function tableIn(config: Config, name: string): Record<string, unknown> {
  const value = config[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function approverTypeIn(config: Config): ApproverType {
  return approverTypes.find((type) => type === config.approver_type) ?? "any";
}

export const recipientTypes = ["user", "group", "role", "email"] as const;

export function recipientsIn(config: Config): Recipient[] {
  const value = config.recipients;
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown) => {
    const fields = typeof item === "object" && item !== null ? { ...item } : {};
    const type = recipientTypes.find((each) => each === Reflect.get(fields, "type")) ?? "user";
    const written: unknown = Reflect.get(fields, "value");
    return { type, value: typeof written === "string" ? written : "" };
  });
}

import { fieldName, tokensOf } from "./lexer.ts";

/** Whether a query can ask for a field of this name. */
export function isFieldName(name: string): boolean {
  return fieldName.test(name);
}

/** A value as a query writes it: bare where it reads back as the same text, quoted otherwise. */
export function writeValue(value: string): string {
  const [token, second] = tokensOf(`x:${value}`);
  const isBare = token?.kind === "term" && second === undefined && !token.mistake && token.operator === undefined;
  if (isBare && token.text.parts.length === 1 && token.text.parts[0] === value && !value.startsWith('"')) return value;
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** A node of a syntax tree. Only what is asked for is typed. */
export interface SyntaxNode {
  type: string;
  start: number;
  [field: string]: unknown;
}

export interface SourceFile {
  path: string;
  text: string;
  nodes: readonly SyntaxNode[];
}

/** The source of apps and packages, without tests. */
export function readSources(): SourceFile[] {
  return execFileSync("git", ["ls-files", "-co", "--exclude-standard", "apps", "packages"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/\.test\.|\/test\/|\/fixtures\/|\.d\.ts$/.test(path))
    .flatMap((path) => {
      const text = readText(path);
      return text === undefined ? [] : [{ path, text, nodes: nodesIn(path, text) }];
    });
}

/** Undefined for a file that was deleted and is still known to git. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}

export function nodesIn(path: string, text: string): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (value: unknown) => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    else if (isNode(value)) {
      found.push(value);
      for (const field of Object.values(value)) visit(field);
    }
  };
  visit(parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }));
  return found;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

export function nameOf(value: unknown): string {
  return isNode(value) && typeof value.name === "string" ? value.name : "";
}

export function textOf(value: unknown): string | undefined {
  return isNode(value) && value.type === "Literal" && typeof value.value === "string" ? value.value : undefined;
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

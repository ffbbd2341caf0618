import { isNode, listOf, nameOf, type SourceFile, type SyntaxNode, textOf } from "./sources.ts";

/** Ways in which text of people or of other servers decides how much work there is. */
export type PlaceKind = "pattern" | "expression" | "template" | "JSON" | "parser" | "code";

/** The kinds of places that a file has. */
export function placesIn({ path, nodes }: SourceFile): Set<PlaceKind> {
  const found = new Set<PlaceKind>();
  if (codecs.some((folder) => path.startsWith(folder))) found.add("parser");
  for (const node of nodes) {
    const kind = kindOf(node);
    // The console runs in the browser of its reader. What it draws and parses counts, not how it colors a query.
    if (kind && !(path.startsWith("apps/console/") && isQueryLanguage(node))) found.add(kind);
  }
  return found;
}

/** Every file of these folders reads bytes of other servers. */
const codecs = ["packages/wire/src/otlp/", "packages/wire/src/protobuf/reader"];

/** Packages that read text or bytes. */
const packages: readonly (readonly [name: RegExp, kind: PlaceKind])[] = [
  [/^(re2js|@opsplane\/patterns)$/, "pattern"],
  [/^@marcbachmann\/cel-js$/, "expression"],
  [/^(markdown-it|dompurify|semver|croner|ssh2|ajv|ajv-formats|jose|snappy|nodemailer|stripe|ai)$/, "parser"],
  [/^(@ai-sdk\/|@modelcontextprotocol\/|@fastify\/static$|node:zlib$|typebox\/(value|compile|schema)$)/, "parser"],
  [/^(yaml|js-yaml|xml2js|fast-xml-parser|papaparse|csv-parse|protobufjs|cron-parser|node-ical|marked)/, "parser"],
  [/^@opsplane\/(wire|query)$/, "parser"],
];

/** Functions of ours that read text, by the names under which they are imported. */
const readers: readonly (readonly [name: RegExp, kind: PlaceKind])[] = [
  [/^(evaluate|isTrue|expressionProblem|expressionPaths)$/, "expression"],
  [/^(render(Text|Url|Header|Body|Json|Shell|Pieces)|templateProblem|placeholdersOf|withVariables)$/, "template"],
  [/^(openTemplates|templateOf|matchesPattern|openPattern|patternProblem|syntaxProblem)$/, "pattern"],
  [/^(readScript|lintRunbook|lintWorkflow|destructivePart|stemsOf|factsIn)$/, "parser"],
];

/** Functions of ours by the names under which they are defined. */
const definitions = /^(parse|decode|unpack|lex|tokens|scan)(Of|In|[A-Z]\w*)?$/;

function isQueryLanguage({ type, source }: SyntaxNode): boolean {
  return type === "ImportDeclaration" && textOf(source) === "@opsplane/query";
}

function kindOf(node: SyntaxNode): PlaceKind | undefined {
  switch (node.type) {
    case "ImportDeclaration":
      return node.importKind === "type" ? undefined : imported(node);
    case "ImportExpression":
      return textOf(node.source) === undefined ? "code" : kindOfPackage(textOf(node.source) ?? "");
    case "NewExpression":
    case "CallExpression":
      return called(node);
    case "FunctionDeclaration":
      return definitions.test(nameOf(node.id)) ? "parser" : undefined;
    case "VariableDeclarator":
      return isFunction(node.init) && definitions.test(nameOf(node.id)) ? "parser" : undefined;
    default:
      return undefined;
  }
}

function imported(node: SyntaxNode): PlaceKind | undefined {
  const values = listOf(node.specifiers).filter((each) => isNode(each) && each.importKind !== "type");
  if (values.length === 0) return undefined;
  const names = values.map((each) => (isNode(each) ? nameOf(each.imported) : ""));
  const source = textOf(node.source) ?? "";
  const named = readers.find(([name]) => names.some((each) => name.test(each)))?.[1];
  return kindOfPackage(source) ?? named;
}

function kindOfPackage(source: string): PlaceKind | undefined {
  return packages.find(([name]) => name.test(source))?.[1];
}

function called(node: SyntaxNode): PlaceKind | undefined {
  const name = nameOf(node.callee);
  const args = listOf(node.arguments);
  if (name === "Function" || name === "eval") return "code";
  if (name === "RegExp") return isWritten(args[0]) ? undefined : "pattern";
  if (!isNode(node.callee) || node.callee.type !== "MemberExpression") return undefined;
  const method = nameOf(node.callee.property);
  if (method === "parse" && nameOf(node.callee.object) === "JSON") return "JSON";
  // The body of an answer of another server.
  return method === "json" && args.length === 0 ? "JSON" : undefined;
}

function isWritten(value: unknown): boolean {
  return isNode(value) && value.type === "Literal";
}

function isFunction(value: unknown): boolean {
  return isNode(value) && (value.type === "ArrowFunctionExpression" || value.type === "FunctionExpression");
}

import { type ASTNode, Environment, EvaluationError, ParseError, TypeError as TypeProblem } from "@marcbachmann/cel-js";
import { openPattern, patternProblem } from "@opsplane/patterns";
import { spendSteps, withBudget } from "./budget.ts";

/** An expression that cannot be evaluated. The message is for the person who wrote it. */
export class ExpressionFailure extends Error {
  override readonly name = "ExpressionFailure";
}

const maxLength = 2000;
// A list inside a list inside a list would multiply the work three times.
const maxNestedMacros = 2;
const macros = new Set(["all", "exists", "exists_one", "map", "filter", "bind"]);
const forbiddenNames = new Set(["__proto__", "constructor", "prototype"]);

/** What is wrong with the expression, in one sentence; undefined when it is fine. `roots` are the names it may use. */
export function expressionProblem(text: string, roots: readonly string[]): string | undefined {
  const read = parsed(text, roots);
  return typeof read === "string" ? read : undefined;
}

/** The paths that an expression reads, such as ["steps", "check", "value"]. Empty when it is wrong. */
export function expressionPaths(text: string, roots: readonly string[]): string[][] {
  const read = parsed(text, roots);
  if (typeof read === "string") return [];
  const paths: string[][] = [];
  visit(read.ast, (node) => {
    const path = pathOf(node);
    if (path !== undefined && roots.includes(path[0] ?? "")) paths.push(path);
    return path === undefined;
  });
  return paths;
}

/** The value of an expression as plain JSON. */
export function evaluate(text: string, scope: Readonly<Record<string, unknown>>): unknown {
  const read = parsed(text, Object.keys(scope));
  if (typeof read === "string") throw new ExpressionFailure(read);
  try {
    const parsedAgain = read.environment.parse(read.text);
    const evaluated = withBudget(parsedAgain.ast, childrenOf)(() => parsedAgain(withoutUndefined(scope)));
    return plain(evaluated);
  } catch (error) {
    if (error instanceof ExpressionFailure) throw error;
    throw new ExpressionFailure(`'${shortened(text)}' cannot be evaluated: ${reasonOf(error)}`);
  }
}

/** True or false. Any other result is an ExpressionFailure. */
export function isTrue(text: string, scope: Readonly<Record<string, unknown>>): boolean {
  const value = evaluate(text, scope);
  if (typeof value === "boolean") return value;
  throw new ExpressionFailure(
    `'${shortened(text)}' is ${shortened(JSON.stringify(value))}; a condition must be true or false.`,
  );
}

interface Parsed {
  environment: Environment;
  ast: ASTNode;
  /** The text with our own `matches`. */
  text: string;
}

function parsed(text: string, roots: readonly string[]): Parsed | string {
  if (text.trim() === "") return "The expression is empty; write one such as input.count > 5.";
  if (text.length > maxLength) return `The expression has ${text.length} characters; at most ${maxLength} are allowed.`;
  const environment = environmentFor(roots);
  try {
    const { ast } = environment.parse(text);
    const problem = structureProblem(ast);
    if (problem !== undefined) return problem;
    const safe = withOwnMatches(text, ast);
    const { valid, error } = environment.check(safe);
    if (!valid) return sentence(error, text, roots);
    return { environment, ast, text: safe };
  } catch (error) {
    return sentence(error, text, roots);
  }
}

const environments = new Map<string, Environment>();

/** One environment per set of roots, because building one takes longer than most expressions. */
function environmentFor(roots: readonly string[]): Environment {
  const key = roots.join(" ");
  const known = environments.get(key);
  if (known !== undefined) return known;
  const environment = withMixedNumbers(
    new Environment({
      unlistedVariablesAreDyn: false,
      homogeneousAggregateLiterals: false,
      enableOptionalTypes: true,
      limits: { maxAstNodes: 1000, maxDepth: 60, maxListElements: 500, maxMapEntries: 100, maxCallArguments: 10 },
    }),
  );
  environment.registerFunction("string.matchesPattern(string): bool", checkedMatch);
  for (const root of roots) environment.registerVariable(root, "dyn");
  if (environments.size < 50) environments.set(key, environment);
  return environment;
}

/**
 * Numbers of JSON are doubles here, and doubles calculate with integer literals. CEL itself would refuse `value * 2` for 5.5, and
 * would divide 80 by 100 to 0.
 */
function withMixedNumbers(environment: Environment): Environment {
  const operators: Record<string, (left: number, right: number) => number> = {
    "+": (left, right) => left + right,
    "-": (left, right) => left - right,
    "*": (left, right) => left * right,
    "/": (left, right) => left / right,
    "%": (left, right) => left % right,
  };
  for (const [sign, calculate] of Object.entries(operators)) {
    const mixed = (left: number | bigint, right: number | bigint) => calculate(Number(left), Number(right));
    environment.registerOperator(`double ${sign} int`, mixed);
    environment.registerOperator(`int ${sign} double`, mixed);
  }
  return environment.registerOperator("double % double", (left: number, right: number) => left % right);
}

/** Instructions of a pattern times characters. */
const patternWorkOfStep = 100;

function checkedMatch(text: string, pattern: string): boolean {
  const opened = openPattern(pattern);
  if (!opened || pattern.length > 200) throw new ExpressionFailure(patternProblem(pattern) ?? "");
  if (text.length > opened.longest)
    throw new ExpressionFailure(
      `matches() tests at most ${opened.longest} characters with this pattern; the text has ${text.length}.`,
    );
  spendSteps((opened.size * text.length) / patternWorkOfStep);
  return opened.matchesPart(text);
}

function structureProblem(ast: ASTNode): string | undefined {
  let problem: string | undefined;
  const walk = (node: ASTNode, depth: number) => {
    const nested = depth + (node.op === "rcall" && macros.has(node.args[0]) ? 1 : 0);
    if (nested > maxNestedMacros) problem ??= `Macros such as map() may be nested at most ${maxNestedMacros} deep.`;
    for (const name of namesIn(node))
      if (forbiddenNames.has(name)) problem ??= `The name '${name}' cannot be used in an expression.`;
    problem ??= matchProblem(node);
    for (const child of childrenOf(node)) walk(child, nested);
  };
  walk(ast, 0);
  return problem;
}

function matchProblem(node: ASTNode): string | undefined {
  if (node.op === "call" && node.args[0] === "matches") return 'Write text.matches("pattern") instead of matches(…).';
  if (node.op !== "rcall" || node.args[0] !== "matches") return undefined;
  const [pattern] = node.args[2];
  return pattern?.op === "value" && typeof pattern.args === "string" ? patternProblem(pattern.args) : undefined;
}

/** Renames the calls of `matches`, because the built-in one would run any regular expression. */
function withOwnMatches(text: string, ast: ASTNode): string {
  const places: number[] = [];
  visit(ast, (node) => {
    if (node.op === "rcall" && node.args[0] === "matches") places.push(node.args[1].end);
    return true;
  });
  return places
    .sort((left, right) => right - left)
    .reduce(
      (result, place) => result.slice(0, place) + result.slice(place).replace(/\bmatches\b/, "matchesPattern"),
      text,
    );
}

function visit(node: ASTNode, see: (node: ASTNode) => boolean): void {
  if (see(node)) for (const child of childrenOf(node)) visit(child, see);
}

function childrenOf(node: ASTNode): ASTNode[] {
  switch (node.op) {
    case "value":
    case "id":
      return [];
    case ".":
    case ".?":
      return [node.args[0]];
    case "call":
      return node.args[1];
    case "rcall":
      return [node.args[1], ...node.args[2]];
    case "map":
      return node.args.flat();
    case "!_":
    case "-_":
      return [node.args];
    default:
      return [...node.args];
  }
}

function namesIn(node: ASTNode): string[] {
  if (node.op === "id") return [node.args];
  if (node.op === "." || node.op === ".?") return [node.args[1]];
  return node.op === "value" && typeof node.args === "string" ? [node.args] : [];
}

/** The names from a root to this node; undefined when it is anything but such a path. */
function pathOf(node: ASTNode): string[] | undefined {
  if (node.op === "id") return [node.args];
  const before =
    node.op === "." || node.op === ".?" || node.op === "[]" || node.op === "[?]" ? pathOf(node.args[0]) : undefined;
  if (before === undefined) return undefined;
  if (node.op === "." || node.op === ".?") return [...before, node.args[1]];
  if (node.op !== "[]" && node.op !== "[?]") return undefined;
  const [, key] = node.args;
  return key.op === "value" && typeof key.args === "string" ? [...before, key.args] : undefined;
}

function sentence(error: unknown, text: string, roots: readonly string[]): string {
  if (!(error instanceof ParseError || error instanceof TypeProblem))
    return `The expression is wrong: ${reasonOf(error)}`;
  if (error.code === "unknown_variable") {
    const name = error.summary.replace(/^.*: /, "");
    return `The expression names '${name}', which does not exist here; it may use ${listed(roots)}.`;
  }
  const at = error.range === undefined ? "" : ` at character ${Math.min(error.range.start, text.length) + 1}`;
  return `The expression is wrong${at}: ${reasonOf(error)}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof ParseError || error instanceof EvaluationError || error instanceof TypeProblem) {
    if (error.code === "no_such_key") return `there is no '${error.summary.replace(/^No such key: /, "")}'.`;
    if (error.summary === "Unexpected token: EOF") return "it ends too early.";
    return `${error.summary.charAt(0).toLowerCase()}${error.summary.slice(1)}.`;
  }
  return error instanceof Error ? `${error.message}.` : "it failed.";
}

/** A result as plain JSON: integers become numbers, times and durations become text. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [String(key), plain(item)]));
  if (typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  throw new ExpressionFailure("The result must be text, a number, true or false, a list or an object.");
}

function withoutUndefined(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

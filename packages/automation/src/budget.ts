// A budget for one evaluation of an expression. The library that evaluates has no limit of its own: two nested macros over the list of
// a small webhook would take minutes and gigabytes.
import type { ASTNode } from "@marcbachmann/cel-js";

/** About 50 milliseconds. A macro over 1,000 elements needs some thousand steps. */
const maxSteps = 50_000;
/** A macro goes on to the end of its list when every step fails. */
const maxElements = 10_000;
/** So many parts of a list or object, or 16 times as many characters, are one step more for an operation that looks at all of them. */
const partsOfStep = 4;
/** `exists` and `all` go on after an error, which takes longer than most steps. */
const stepsOfError = 25;
const deepest = 200;

/** An expression cannot catch it, because after it every further step fails too. One value for all: a stack trace takes long. */
const overBudget = new Error("it takes too many steps; compare fewer elements");
const tooManyElements = new Error(`a macro such as map() takes at most ${maxElements} elements`);

/** Evaluations do not wait, so one runs at a time. */
let spendNow: ((steps: number) => void) | undefined;

/** For a function of ours that an expression calls. */
export function spendSteps(steps: number): void {
  spendNow?.(steps);
}

type Evaluate = (evaluator: unknown, node: ASTNode, scope: unknown) => unknown;

/** Counts what the nodes of a parsed expression do. Returns the evaluation with its budget. */
export function withBudget(root: ASTNode, childrenOf: (node: ASTNode) => ASTNode[]): <T>(evaluate: () => T) => T {
  let left = 0;
  let weights = new WeakMap<object, number>();
  const spend = (steps: number) => {
    left -= steps;
    if (left < 0) throw overBudget;
  };
  const stepsFor = (value: unknown) => weigh(value, weights) / partsOfStep;

  const count = (node: ASTNode, seen?: (value: unknown) => void) => {
    const operands = operandsOf(node);
    const macro = macroOf(node);
    const isCall = node.op === "call" || node.op === "rcall";
    let product = 1;
    // Searching or joining takes the product of both sizes.
    const seenOperand = (value: unknown) => {
      const steps = stepsFor(value);
      product = isCall ? product * Math.max(steps, 1) : 1;
      spend(steps + product - 1);
    };
    replaceEvaluate(node, (evaluate) => (evaluator, self, scope) => {
      spend(1);
      product = 1;
      const value = evaluated(() => evaluate(evaluator, self, scope));
      if (operands.length > 0) spend(stepsFor(value));
      seen?.(value);
      return value;
    });
    for (const child of childrenOf(node)) {
      if (child === macro?.list) count(child, assertFits);
      else if (child === macro?.condition) count(child, spendUnlessTrueOrFalse);
      else count(child, operands.includes(child) ? seenOperand : undefined);
    }
  };
  const evaluated = (evaluate: () => unknown) => {
    try {
      return evaluate();
    } catch (error) {
      if (error !== overBudget) spend(stepsOfError);
      throw error;
    }
  };
  // The library makes an error of a condition that is neither.
  const spendUnlessTrueOrFalse = (value: unknown) => {
    if (typeof value !== "boolean") spend(stepsOfError);
  };
  count(root);

  return (evaluate) => {
    left = maxSteps;
    weights = new WeakMap();
    spendNow = spend;
    const value = evaluate();
    if (left < 0) throw overBudget;
    // The result is copied: a list may hold the same large object many times.
    spend(stepsFor(value));
    return value;
  };
}

const looksAtAll = new Set(["==", "!=", "in", "+", "-", "*", "/", "%", "<", "<=", ">", ">="]);
const loops = new Set(["all", "exists", "exists_one", "map", "filter"]);
const looksAtNone = new Set([...loops, "bind", "has", "size"]);

function assertFits(list: unknown): void {
  if (elementsOf(list) > maxElements) throw tooManyElements;
}

function elementsOf(list: unknown): number {
  if (Array.isArray(list)) return list.length;
  return typeof list === "object" && list !== null ? Object.keys(list).length : 0;
}

/** The list of a macro and its condition, if it has one. */
function macroOf(node: ASTNode): { list: ASTNode; condition: ASTNode | undefined } | undefined {
  if (node.op !== "rcall" || !loops.has(node.args[0])) return undefined;
  const [name, list, given] = node.args;
  return { list, condition: name === "map" && given.length < 3 ? undefined : given[1] };
}

/** The nodes whose whole value this one looks at, and not only a part or its size. */
function operandsOf(node: ASTNode): readonly ASTNode[] {
  if (looksAtAll.has(node.op)) return node.args as ASTNode[];
  if (node.op === "call") return looksAtNone.has(node.args[0]) ? [] : node.args[1];
  if (node.op === "rcall") return looksAtNone.has(node.args[0]) ? [] : [node.args[1], ...node.args[2]];
  return [];
}

/** The library sets a node's `evaluate` when it first runs, so what it sets is kept behind ours. */
function replaceEvaluate(node: ASTNode, around: (evaluate: Evaluate) => Evaluate): void {
  let inner = (node as unknown as { evaluate: Evaluate }).evaluate;
  const outer = around((evaluator, self, scope) => inner.call(node, evaluator, self, scope));
  Object.defineProperty(node, "evaluate", {
    get: () => outer,
    set: (evaluate: Evaluate) => {
      inner = evaluate;
    },
  });
}

/** The parts of a value. Those of an object are counted once. */
function weigh(value: unknown, weights: WeakMap<object, number>, depth = 0): number {
  if (typeof value === "string") return value.length / 4;
  if (typeof value !== "object" || value === null) return 0;
  const known = weights.get(value);
  if (known !== undefined) return known;
  if (depth > deepest) throw overBudget;
  const parts = Array.isArray(value) ? value : value instanceof Map ? [...value.values()] : Object.values(value);
  const weight = parts.reduce((sum: number, part) => sum + 1 + weigh(part, weights, depth + 1), 0);
  weights.set(value, weight);
  return weight;
}

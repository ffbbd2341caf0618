// Regular expressions that people write. JavaScript's engine backtracks, so slow ones are refused before they run.

const maxLength = 200;
const maxOpenQuantifiers = 3;

/** What is wrong with the regular expression; undefined when it can be used. */
export function patternProblem(pattern: string, longest = maxLength): string | undefined {
  if (pattern.length > longest) return `The pattern has ${pattern.length} characters; at most ${longest} are allowed.`;
  if (compiled(pattern) === undefined) return `'${pattern}' is not a valid regular expression.`;
  const shape = shapeOf(pattern);
  if (shape.nested)
    return `'${pattern}' repeats a group that contains a repetition or an alternative, which can take forever. Repeat a character class such as [a-z0-9.-]+ instead.`;
  if (shape.looksAround)
    return `'${pattern}' uses a back-reference or looks around, which can take forever. Use plain groups and classes.`;
  if (shape.open > maxOpenQuantifiers)
    return `'${pattern}' has ${shape.open} open repetitions; at most ${maxOpenQuantifiers} are allowed.`;
  return undefined;
}

/** The longest text that is tested. Each further open repetition multiplies the time by the length of the text. */
export function maxTestedLength(pattern: string): number {
  return shapeOf(pattern).open > 1 ? 1000 : 10_000;
}

/** True when the whole text matches. The pattern has passed `patternProblem`. */
export function matchesWhole(pattern: string, text: string): boolean {
  return compiled(`^(?:${pattern})$`)?.test(text) ?? false;
}

/** True when a part of the text matches. The pattern has passed `patternProblem`. */
export function matchesPart(pattern: string, text: string): boolean {
  return compiled(pattern)?.test(text) ?? false;
}

/** True when a text that matches as a whole could begin with this character. */
export function mayStartWith(pattern: string, character: string): boolean {
  // Groups and alternatives are not looked into, so they count as a yes.
  const first = /^\^?(\[\^?(?:\\.|[^\]\\])*\]|\\.|[^.^$()[\\])(.?)/u.exec(pattern);
  const atom = first?.[1];
  if (atom === undefined || pattern.includes("|") || /^[*?{]/.test(first?.[2] ?? "")) return true;
  return compiled(`^${atom}$`)?.test(character) ?? true;
}

function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

interface Shape {
  /** A repeated group contains a repetition or an alternative. */
  nested: boolean;
  looksAround: boolean;
  /** How many repetitions have no fixed number. */
  open: number;
}

const tokens = /\\.|\[\^?(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\)|\||[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu;

function shapeOf(pattern: string): Shape {
  const shape: Shape = { nested: false, looksAround: false, open: 0 };
  const groups: { repeats: boolean }[] = [];
  // The group that the token before has closed.
  let closed: { repeats: boolean } | undefined;
  for (const [token] of pattern.matchAll(tokens)) {
    const repeat = repeatOf(token);
    const repeats = repeat === "open" || repeat === "fixed";
    if (repeats && closed?.repeats) shape.nested = true;
    if (repeat === "open") shape.open += 1;
    if (repeats || token === "|") for (const group of groups) group.repeats = true;
    if (/^\(\?<?[=!]|^\\[1-9k]/.test(token)) shape.looksAround = true;
    if (token.startsWith("(")) groups.push({ repeats: false });
    closed = token === ")" ? groups.pop() : undefined;
  }
  return shape;
}

/** once: at most one time. fixed: a number of times. open: any number of times, or a wide range. */
function repeatOf(token: string): "once" | "fixed" | "open" | undefined {
  if (/^\?\??$/.test(token)) return "once";
  if (/^[*+]/.test(token)) return "open";
  const range = /^\{(\d+)(,?)(\d*)\}/.exec(token);
  if (range === null) return undefined;
  return range[2] === "" || range[3] === range[1] ? "fixed" : "open";
}

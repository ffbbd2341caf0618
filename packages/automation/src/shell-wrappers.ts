import { assignedName, literalOf, prefixOf, type SimpleCommand, type Word } from "./shell-syntax.ts";

/** A command that runs the command in its arguments. */
interface Wrapper {
  /** Options that stand alone. */
  flags: string;
  /** Options whose value is the next word. */
  values: string;
  long?: readonly string[];
  longValues?: readonly string[];
  /** How many words stand before the command. */
  operands?: number;
  /** With such an option it changes a process that runs already, and runs nothing. */
  unless?: RegExp;
}

const wrappers: ReadonlyMap<string, Wrapper> = new Map([
  [
    "sudo",
    {
      flags: "AbEHnPkKS",
      values: "CghpRrtTuD",
      long: ["non-interactive", "preserve-env", "set-home"],
      longValues: ["user", "group", "chdir"],
    },
  ],
  ["doas", { flags: "nL", values: "uC" }],
  ["nohup", { flags: "", values: "" }],
  ["setsid", { flags: "cfw", values: "" }],
  ["time", { flags: "pv", values: "fo" }],
  ["exec", { flags: "cl", values: "a" }],
  ["command", { flags: "pvV", values: "" }],
  ["builtin", { flags: "", values: "" }],
  ["env", { flags: "i0", values: "uC", long: ["ignore-environment", "null"], longValues: ["unset", "chdir"] }],
  [
    "timeout",
    {
      flags: "v",
      values: "ks",
      long: ["foreground", "preserve-status", "verbose"],
      longValues: ["kill-after", "signal"],
      operands: 1,
    },
  ],
  ["nice", { flags: "", values: "n", longValues: ["adjustment"] }],
  ["ionice", { flags: "t", values: "cnp" }],
  ["stdbuf", { flags: "", values: "ioe" }],
  ["busybox", { flags: "", values: "" }],
  ["taskset", { flags: "ac", values: "", long: ["all-tasks", "cpu-list"], operands: 1, unless: /^-[a-z]*p|^--pid/ }],
  [
    "chrt",
    {
      flags: "abdfiomrRv",
      values: "DPT",
      long: ["all-tasks", "batch", "deadline", "fifo", "idle", "other", "rr", "reset-on-fork", "verbose"],
      longValues: ["sched-deadline", "sched-period", "sched-runtime"],
      operands: 1,
      unless: /^-[a-z]*p|^--pid/,
    },
  ],
  ["chroot", { flags: "", values: "", long: ["skip-chdir"], longValues: ["groups", "userspec"], operands: 1 }],
  ["unbuffer", { flags: "p", values: "" }],
  ["fakeroot", { flags: "hvu", values: "lsibf", long: ["unknown-is-real"], longValues: ["lib", "faked"] }],
]);

/** The command that really runs, and its arguments. `doubt` says why it is not known. */
export interface Effective {
  name: string | undefined;
  /** The word that names the command. */
  word: Word | undefined;
  args: Word[];
  doubt?: string;
}

export function effectiveOf(command: SimpleCommand): Effective {
  let words = command.words;
  for (;;) {
    const [word, ...args] = words;
    const name = nameOf(word);
    const wrapper = name === undefined ? undefined : wrappers.get(name);
    if (name === undefined || wrapper === undefined) return { name, word, args };
    if (wrapper.unless && args.some((one) => wrapper.unless?.test(prefixOf(one)))) return { name, word, args };
    const rest = afterOptions(name, wrapper, args);
    if (typeof rest === "string") return { name, word, args, doubt: rest };
    if (rest.length === 0) return { name, word, args };
    words = rest;
  }
}

/** The name of a program without its folder. */
export function nameOf(word: Word | undefined): string | undefined {
  const text = literalOf(word);
  return text === undefined ? undefined : text.slice(text.lastIndexOf("/") + 1);
}

function afterOptions(name: string, wrapper: Wrapper, args: readonly Word[]): Word[] | string {
  let operands = wrapper.operands ?? 0;
  let index = 0;
  for (let word = args[index]; word !== undefined; word = args[index]) {
    const start = prefixOf(word);
    const isOption = start.startsWith("-") && start.length > 1;
    const takes = isOption ? optionOf(wrapper, literalOf(word) ?? start) : "alone";
    if (takes === undefined) return `The option '${start}' of '${name}' hides which command runs`;
    const isOperand = !isOption && !(runsWithAssignments.has(name) && assignedName(word) !== undefined);
    if (isOperand && operands === 0) return args.slice(index);
    if (isOperand) operands -= 1;
    index += takes === "next" ? 2 : 1;
  }
  return [];
}

const runsWithAssignments = new Set(["env", "sudo", "doas"]);

/** Whether an option stands alone or takes the next word; undefined when it is not known. */
function optionOf(wrapper: Wrapper, text: string): "alone" | "next" | undefined {
  if (text === "--") return "alone";
  if (text.startsWith("--")) {
    const [name = "", value] = text.slice(2).split("=", 2);
    if (wrapper.long?.includes(name)) return "alone";
    if (!wrapper.longValues?.includes(name)) return undefined;
    return value === undefined ? "next" : "alone";
  }
  for (const [index, letter] of [...text.slice(1)].entries()) {
    if (wrapper.values.includes(letter)) return index === text.length - 2 ? "next" : "alone";
    if (!wrapper.flags.includes(letter))
      return /^-\d+$/.test(text) && wrapper.values.includes("n") ? "alone" : undefined;
  }
  return "alone";
}

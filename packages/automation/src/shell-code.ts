import {
  commandTexts,
  isInterpreter,
  isPlain,
  languages,
  namesRunner,
  namesShell,
  runsArguments,
  runsElsewhere,
  shells,
  sshCommands,
} from "./shell-runners.ts";
import { literalOf, prefixOf, type SimpleCommand, textOf, type Word } from "./shell-syntax.ts";
import { type Effective, nameOf } from "./shell-wrappers.ts";

// Which words of a command run as code. A value in such a word would run too.

/** Of these, only some subcommands run a command. */
const clients = new Set(["docker", "podman", "nerdctl", "crictl", "kubectl", "oc", "lxc", "incus"]);
/** The value after these options runs as code. */
const codeOptions: ReadonlyMap<string, readonly string[]> = new Map([
  ["psql", ["-c", "--command", "-f", "--file"]],
  ["mysql", ["-e", "--execute", "--init-command"]],
  ["mariadb", ["-e", "--execute", "--init-command"]],
  ["mongosh", ["--eval"]],
  ["mongo", ["--eval"]],
  ["clickhouse-client", ["-q", "--query"]],
  ["clickhouse", ["-q", "--query"]],
  ["rsync", ["-e", "--rsh", "--rsync-path"]],
  ["tar", ["-I", "--to-command", "--checkpoint-action", "--use-compress-program"]],
  ["git", ["-c", "--upload-pack", "--receive-pack", "--exec"]],
  ["sort", ["--compress-program"]],
  ["scp", ["-S", "-F"]],
  ["sftp", ["-S", "-F", "-b"]],
  ["ansible-playbook", ["-e", "--extra-vars"]],
]);
const sqlClients = new Set(["psql", "mysql", "mariadb", "sqlite3", "mongosh", "mongo", "clickhouse-client"]);
/** A line that begins with ! runs a command there. */
const lineClients = new Set(["sftp", "ftp", "lftp", "telnet"]);

export interface Code {
  words: Word[];
  why: string;
  /** It also runs what it reads from a pipe. */
  fromPipe: boolean;
  /** It reads its standard input as code, from wherever that comes. */
  fromInput?: boolean;
  /** What reads the texts of the command: shells expand variables in them, and languages have their own functions for that. */
  reads?: "shell" | "language" | undefined;
}

const nothing: Code = { words: [], why: "", fromPipe: false };

/** Everything in a command that runs as code. A program that is not known may run its arguments, so those are read as commands too. */
export function codesOf(effective: Effective, command: SimpleCommand, shellNames: ReadonlySet<string>): Code[] {
  const { name, word, args } = effective;
  const own = codeOf(effective, command);
  const at = word === undefined ? 0 : command.words.indexOf(word);
  const isKnown = name !== undefined && (isPlain(name) || hasRules(name));
  const wrapped = isKnown ? command.words.slice(0, at) : command.words;
  const texts = [...sshCommands(args), ...(isKnown || name === undefined ? [] : commandTexts(args))];
  return [
    own,
    ...wrappedCodes(wrapped, at, command, shellNames),
    ...(name !== undefined && clients.has(name) ? clientShells(name, args, shellNames) : []),
    ...(texts.length > 0 ? [{ words: texts, why: `'${name}' may run it as a command`, fromPipe: false }] : []),
  ];
}

function hasRules(name: string): boolean {
  return isInterpreter(name) || runsElsewhere.has(name) || name === "find" || (codeOptions.has(name) && name !== "git");
}

const maxRunners = 50;

/** The codes of all words that may begin a command. The first shell takes everything behind it. */
function wrappedCodes(
  words: readonly Word[],
  at: number,
  command: SimpleCommand,
  shellNames: ReadonlySet<string>,
): Code[] {
  const codes: Code[] = [];
  for (const [index, word] of words.entries()) {
    const found = index === at ? [] : behind(word, command.words, index, command, shellNames);
    codes.push(...found);
    if (found.some(({ reads }) => reads === "shell")) return codes;
    if (codes.length > maxRunners)
      return [...codes, { words: command.words, why: "the command names too many programs", fromPipe: true }];
  }
  return codes;
}

/** What stands behind a word that another program may run. */
function behind(
  word: Word,
  all: readonly Word[],
  at: number,
  command: SimpleCommand,
  shellNames: ReadonlySet<string>,
): Code[] {
  if (namesShell(word, shellNames)) {
    const rest = all.slice(at + 1);
    const why = `the command may run '${nameOf(word) ?? textOf(word).replaceAll("\0", "…")}', which reads its arguments as code`;
    const words = [word, ...rest, ...command.redirections];
    return [{ words, why, fromPipe: true, fromInput: !command.hasInput, reads: "shell" }];
  }
  if (!namesRunner(word, (name) => codeOptions.has(name))) return [];
  return [codeOf({ name: nameOf(word), word, args: all.slice(at + 1) }, command)];
}

/** Clients of containers create shells with other subcommands too. */
function clientShells(name: string, args: readonly Word[], shellNames: ReadonlySet<string>): Code[] {
  const at = args.findIndex((word) => namesShell(word, shellNames));
  const first = literalOf(args[0]);
  const isPlainExec =
    first === "exec" && name !== "kubectl" && name !== "oc" && !args.some((word) => /^--\w[^=]*$/.test(prefixOf(word)));
  const program = isPlainExec ? operandsOf(args.slice(1), "euw")[1] : undefined;
  return [
    ...(at < 0
      ? []
      : [{ words: args.slice(at), why: `'${name}' runs it as a command`, fromPipe: true, reads: "shell" as const }]),
    ...(program === undefined ? [] : [{ words: [program], why: `'${name}' runs it as a command`, fromPipe: false }]),
  ];
}

function codeOf({ name, word, args }: Effective, command: SimpleCommand): Code {
  if (name === undefined) return word === undefined ? nothing : ofUnknown(args, command);
  const why = `'${name}' runs its arguments as code`;
  if (runsArguments.has(name)) return ofRunner(name, args, command);
  if (shells.has(name)) return { ...ofInterpreter(name, args, command, /^-[A-Za-z]*c|^[+-]O/), reads: "shell" };
  if (languages.test(name))
    return dangerous(
      ofInterpreter(name, args, command, /^-[A-Za-z]*[cerEpB]$|^--(?:eval|print|run)/),
      args,
      command,
      languageDanger,
    );
  if (/^[gmn]?awk$/.test(name)) {
    const program = { words: awkCode(args), why: `'${name}' runs its program text; pass values with -v name=…` };
    return dangerous({ ...program, fromPipe: false }, args, command, awkDanger);
  }
  if (/^g?sed$/.test(name)) {
    const words = sedCode(args);
    const why = `'${name}' runs its script, which can write files and run commands`;
    return { words, why, fromPipe: words.some((word) => runsCommands(textOf(word))) };
  }
  if (name === "find") return ofFind(args);
  if (runsElsewhere.has(name)) return { ...ofContainer(name, args), reads: "shell" };
  if (isTest(name))
    return {
      words: testCode(name, args),
      why: "bash evaluates numbers and variable names in a test as code; use [ … ] with = instead",
      fromPipe: false,
    };
  if (name === "printf")
    return { words: valuesOf(args, ["-v"]), why: "'printf -v' takes a variable's name", fromPipe: false };
  const options = valuesOf(args, codeOptions.get(name) ?? []);
  if (name === "sqlite3") options.push(...operandsOf(args, "").slice(1));
  const sql = sqlClients.has(name);
  const reason = sql
    ? `'${name}' runs it as a query; pass the value as a variable, such as psql -v name=… with :'name'`
    : why;
  const fromPipe = sql || lineClients.has(name);
  return { words: fromPipe ? [...options, ...command.redirections] : options, why: reason, fromPipe };
}

/** The command is in a variable, so it may be a shell. */
function ofUnknown(args: Word[], command: SimpleCommand): Code {
  const words = [...args, ...command.redirections];
  const why = "the name of the command is a variable; write the name out";
  return { words, why, fromPipe: true, fromInput: !command.hasInput, reads: "shell" };
}

function ofRunner(name: string, args: Word[], command: SimpleCommand): Code {
  const words = [...args, ...command.redirections];
  const readsPipe = name !== "xargs" || args.some((word) => namesRunner(word, () => false));
  const readsInput = inputRunners.has(name) && readsPipe && !command.hasInput;
  const why = `'${name}' runs its arguments as code`;
  return { words, why, fromPipe: readsPipe, fromInput: readsInput, reads: "shell" };
}

const inputRunners = new Set(["xargs", "parallel", "at", "batch", "crontab"]);

/** With `-exec sh -c`, the names of files become code through {}. */
function ofFind(args: Word[]): Code {
  const run = afterOption(args, /^-(?:exec|execdir|ok|okdir)$/);
  const isSpliced = run.some((word) => /\{\}/.test(textOf(word)) && textOf(word) !== "{}");
  const isShell = run.some((word) => shells.has(nameOf(word) ?? ""));
  const words = isSpliced && isShell ? args : run;
  return {
    words,
    why: "'find -exec' runs its arguments",
    fromPipe: false,
    reads: run.length > 0 ? "shell" : undefined,
  };
}

const languageDanger =
  /\b(?:eval|exec|system|popen|getoutput|getstatusoutput|execSync|instance_eval|qx)\b|shell\s*[=:]\s*true|`/i;
/** A command that is a plain string, written _ here, stays as it is. */
const awkDanger =
  /\bsystem\s*\((?!\s*_\s*\))|\bprintf?\b(?:(?!\bprintf?\b)[^;}\n])*[;}\n]?(?<!\|)\|(?!\|)&?\s*(?!_\s*(?:[;}\n]|$))\S|\|&?\s*getline/;
const sedDanger =
  /(?:^|[;{}\n])[ \t]*[0-9$,]*[ \t]*e(?:\s|$)|s([^\sA-Za-z0-9\\])(?:\\.|(?!\1)[^\\])*\1(?:\\.|(?!\1)[^\\])*\1[a-zA-Z0-9]*e/;
const maxSedScript = 2_000;

function runsCommands(script: string): boolean {
  return script.length > maxSedScript || sedDanger.test(script);
}

/** A program that can start commands also starts them with values that it gets as data. */
function dangerous(code: Code, args: readonly Word[], command: SimpleCommand, danger: RegExp): Code {
  const programs = [...args, ...command.redirections].map(textOf).filter((text) => /[\s(]/.test(text));
  const texts = danger === awkDanger ? programs.map(bare) : programs;
  if (!texts.some((text) => danger.test(text))) return code;
  const words = [...args, ...command.redirections, ...command.assignments];
  const why = `the program of '${nameOf(command.words[0]) ?? "this command"}' can start commands or evaluate texts`;
  return { ...code, words, why, fromPipe: true, reads: "language" };
}

/** A program of awk without its strings. */
function bare(program: string): string {
  // A string that does not end is matched too, because a search for its end would begin again at each quote in it.
  return program.replace(/"(?:\\.|[^"\\])*("?)/g, (found, end: string) => (end === "" ? found : "_"));
}

/** A shell or a language: the text after its option, the script's name, or standard input. */
function ofInterpreter(name: string, args: Word[], command: SimpleCommand, code: RegExp): Code {
  const options = leadingOptions(args);
  const isCode = (word: Word) => code.test(prefixOf(word)) || /^-[^-].*[\s(;]/.test(prefixOf(word));
  if (options.some((word) => isCode(word) || word.parts.some((part) => part.kind !== "text")))
    return { words: [...args, ...command.redirections], why: `'${name}' runs its arguments as code`, fromPipe: false };
  const script = args[options.length];
  const file = literalOf(script);
  const readsInput =
    script === undefined ||
    file === "-" ||
    /^\/(?:dev|proc)\//.test(file ?? "") ||
    options.some((word) => literalOf(word) === "-s");
  const words = [...(script === undefined ? [] : [script]), ...(readsInput ? command.redirections : [])];
  const why = `'${name}' runs it as a script`;
  return { words, why, fromPipe: readsInput, fromInput: readsInput && !command.hasInput };
}

/** Everything after the name of an interpreter, and a placeholder in the place of a program. */
function ofContainer(name: string, all: readonly Word[]): Code {
  const args = clients.has(name) ? afterOption(all, /^(?:exec|run|debug|rsh)$/) : all;
  const at = args.findIndex((word) => isInterpreter(nameOf(word)));
  const isSu = name === "su" || name === "runuser" || name === "script" || name === "flock";
  const program = args[args.findIndex((word) => literalOf(word) === "--") + 1];
  const hasDashes = args.some((word) => literalOf(word) === "--");
  const words = at < 0 ? [] : args.slice(at);
  if (isSu) words.push(...valuesOf(args, ["-c", "--command", "--session-command"]));
  if (hasDashes && program !== undefined && !isSu && name !== "docker") words.push(program);
  return { words, why: `'${name}' runs it as a command`, fromPipe: at >= 0 };
}

/** The options in front of a script's name, with their values. */
function leadingOptions(args: readonly Word[]): Word[] {
  let end = 0;
  for (let word = args[end]; word !== undefined && /^[-+]./.test(prefixOf(word)); word = args[end])
    end += optionsWithValue.test(literalOf(word) ?? "") ? 2 : 1;
  return args.slice(0, end);
}

/** Of shells and languages, such as `bash -eo pipefail` and `python3 -W ignore`. */
const optionsWithValue = /^[-+][A-Za-z]*[oO]$|^-[WXI]$|^--(?:rcfile|init-file|require|import|loader)$/;

/** The program of awk: the first operand, and the values of -f and -e. */
function awkCode(args: readonly Word[]): Word[] {
  const code = valuesOf(args, ["-f", "--file", "-e", "--source", "-i", "--include", "-l", "--load"]);
  if (code.length > 0) return code;
  return operandsOf(args, "Fv").slice(0, 1);
}

function sedCode(args: readonly Word[]): Word[] {
  const code = valuesOf(args, ["-e", "--expression", "-f", "--file"]);
  // Options can be joined, as in -ne.
  const joined = args.flatMap((word, index) =>
    /^-[nrEsuz]+[ef]$/.test(prefixOf(word)) ? args.slice(index + 1, index + 2) : [],
  );
  return code.length + joined.length > 0 ? [...code, ...joined] : operandsOf(args, "l").slice(0, 1);
}

function isTest(name: string): boolean {
  return name === "[[" || name === "[" || name === "test";
}

function testCode(name: string, args: Word[]): Word[] {
  const operators = name === "[[" ? /^-(?:eq|ne|lt|le|gt|ge|v|R)$/ : /^-[vR]$/;
  return args.some((word) => operators.test(literalOf(word) ?? "")) ? args : [];
}

function afterOption(args: readonly Word[], option: RegExp): Word[] {
  const at = args.findIndex((word) => option.test(literalOf(word) ?? ""));
  return at < 0 ? [] : args.slice(at + 1);
}

/** The words that hold the values of options: the next word, or the same one as in --option=value and -cvalue. */
function valuesOf(args: readonly Word[], options: readonly string[]): Word[] {
  return args.flatMap((word, index) => {
    const text = prefixOf(word);
    const option = options.find((one) => text === one || text.startsWith(one.startsWith("--") ? `${one}=` : one));
    // Short options can be joined, as in -Atc.
    const isJoined =
      /^-[A-Za-z0-9]+$/.test(text) && options.some((one) => /^-\w$/.test(one) && text.endsWith(one.slice(1)));
    if (option === undefined && !isJoined) return [];
    return (text === option || isJoined) && word.parts.every((part) => part.kind === "text")
      ? args.slice(index + 1, index + 2)
      : [word];
  });
}

/** The words that are neither options nor the values of the options in `withValue`. */
function operandsOf(args: readonly Word[], withValue: string): Word[] {
  const operands: Word[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index];
    if (word === undefined) break;
    const text = literalOf(word);
    if (text === "--") return [...operands, ...args.slice(index + 1)];
    if (/^-./.test(prefixOf(word))) {
      if (text?.length === 2 && withValue.includes(text.charAt(1))) index += 1;
    } else operands.push(word);
  }
  return operands;
}

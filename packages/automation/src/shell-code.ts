import { literalOf, prefixOf, type SimpleCommand, type Word } from "./shell-syntax.ts";
import { type Effective, nameOf } from "./shell-wrappers.ts";

// Which words of a command run as code. A value in such a word would run too.

/** All arguments of these run as code, or choose what runs. */
const runsArguments = new Set(
  "eval source . trap xargs parallel ssh rsh mosh watch at batch expect alias bind complete enable fc let make gmake ansible salt pssh pdsh clush gdb tmux screen vi vim ex ed emacs crontab".split(
    " ",
  ),
);
const shells = new Set("sh bash dash zsh ksh ash mksh fish csh tcsh rbash".split(" "));
const languages = /^(?:python|perl|ruby|node|nodejs|php|lua|deno|bun|tclsh|Rscript|pypy)[0-9.]*$/;
/** These run a command inside a container or namespace. Which argument begins it is not known here. */
const runsElsewhere = new Set(
  "docker podman nerdctl crictl kubectl oc lxc nsenter chroot unshare systemd-run runuser flock strace ltrace script su setpriv capsh".split(
    " ",
  ),
);
/** Of these, only some subcommands run a command. */
const clients = new Set(["docker", "podman", "nerdctl", "crictl", "kubectl", "oc", "lxc"]);
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
]);
const sqlClients = new Set(["psql", "mysql", "mariadb", "sqlite3", "mongosh", "mongo", "clickhouse-client"]);

export interface Code {
  words: Word[];
  why: string;
  /** It also runs what it reads from a pipe. */
  fromPipe: boolean;
}

const nothing: Code = { words: [], why: "", fromPipe: false };

export function codeOf({ name, args }: Effective, command: SimpleCommand): Code {
  if (name === undefined) return nothing;
  const why = `'${name}' runs its arguments as code`;
  if (runsArguments.has(name))
    return { words: [...args, ...command.redirections], why, fromPipe: readsCode(name, args) };
  if (shells.has(name)) return ofInterpreter(name, args, command, /^-[A-Za-z]*c/);
  if (languages.test(name)) return ofInterpreter(name, args, command, /^-[A-Za-z]*[cerEpB]$|^--(?:eval|print|run)/);
  if (/^[gmn]?awk$/.test(name))
    return {
      words: awkCode(args),
      why: `'${name}' runs its program text; pass values with -v name=…`,
      fromPipe: false,
    };
  if (/^g?sed$/.test(name))
    return {
      words: sedCode(args),
      why: `'${name}' runs its script, which can write files and run commands`,
      fromPipe: false,
    };
  if (name === "find")
    return {
      words: afterOption(args, /^-(?:exec|execdir|ok|okdir)$/),
      why: "'find -exec' runs its arguments",
      fromPipe: false,
    };
  if (runsElsewhere.has(name)) return ofContainer(name, args);
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
  return { words: sql ? [...options, ...command.redirections] : options, why: reason, fromPipe: sql };
}

function readsCode(name: string, args: readonly Word[]): boolean {
  return name === "xargs" ? args.some((word) => isInterpreter(nameOf(word))) : true;
}

function isInterpreter(name: string | undefined): boolean {
  return (
    name !== undefined &&
    (shells.has(name) || languages.test(name) || runsArguments.has(name) || /^[gmn]?awk$|^sed$/.test(name))
  );
}

/** A shell or a language: the text after its option, the script's name, or standard input. */
function ofInterpreter(name: string, args: Word[], command: SimpleCommand, code: RegExp): Code {
  const options = leadingOptions(args);
  if (options.some((word) => code.test(prefixOf(word)) || word.parts.some((part) => part.kind !== "text")))
    return { words: [...args, ...command.redirections], why: `'${name}' runs its arguments as code`, fromPipe: false };
  const script = args[options.length];
  const readsInput =
    script === undefined || literalOf(script) === "-" || options.some((word) => literalOf(word) === "-s");
  const words = [...(script === undefined ? [] : [script]), ...(readsInput ? command.redirections : [])];
  return { words, why: `'${name}' runs it as a script`, fromPipe: readsInput };
}

/** Everything after the name of an interpreter, and a placeholder in the place of a program. */
function ofContainer(name: string, all: readonly Word[]): Code {
  const args = clients.has(name) ? afterOption(all, /^(?:exec|run|debug)$/) : all;
  const at = args.findIndex((word) => isInterpreter(nameOf(word)));
  const isSu = name === "su" || name === "runuser" || name === "script" || name === "flock";
  const program = args[args.findIndex((word) => literalOf(word) === "--") + 1];
  const hasDashes = args.some((word) => literalOf(word) === "--");
  const words = at < 0 ? [] : args.slice(at);
  if (isSu) words.push(...valuesOf(args, ["-c", "--command"]));
  if (hasDashes && program !== undefined && !isSu && name !== "docker") words.push(program);
  return { words, why: `'${name}' runs it as a command`, fromPipe: at >= 0 };
}

function leadingOptions(args: readonly Word[]): Word[] {
  const end = args.findIndex((word) => !/^[-+]./.test(prefixOf(word)));
  return args.slice(0, end < 0 ? args.length : end);
}

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
    if (option === undefined) return [];
    return text === option && word.parts.every((part) => part.kind === "text")
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

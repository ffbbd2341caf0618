import { type ParseArgsConfig, parseArgs } from "node:util";

/** What a command needs from its process. */
export interface Io {
  readonly input: AsyncIterable<Uint8Array | string>;
  print(text: string): void;
  printError(text: string): void;
  now(): Date;
  newId(): string;
}

/** Returns the exit code. */
export type Command = (args: string[], io: Io) => Promise<number>;

/** The command cannot be carried out; the message says why. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Parses options and the given number of other arguments. */
export function parsed<T extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: T,
  positionals: number,
) {
  const result = orCommandError(() => parseArgs({ args, options, allowPositionals: true, strict: true }));
  if (result.positionals.length < positionals)
    throw new CommandError("Name the license file, or '-' for standard input.");
  if (result.positionals.length > positionals)
    throw new CommandError("There are too many arguments; see opsplane --help.");
  return result;
}

function orCommandError<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const isUsage = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
    throw isUsage ? new CommandError(error.message) : error;
  }
}

export function required(value: string | undefined, option: string): string {
  if (value === undefined || value === "") throw new CommandError(`The option --${option} is required.`);
  return value;
}

/** Refuses secrets among the arguments. Nothing of them is printed. */
export function assertNoSecrets(args: readonly string[]): void {
  const reason = "because other users of this machine can see the arguments of a process.";
  if (args.some(hasToken))
    throw new CommandError(`A license cannot be an argument, ${reason} Pass a file, or '-' for standard input.`);
  if (args.some((arg) => arg.includes("-----BEGIN")))
    throw new CommandError(`A key cannot be an argument, ${reason} Pass a file.`);
}

/** True when a part before a dot is a JSON object in base64url, as the header of a license is. */
function hasToken(arg: string): boolean {
  return [...arg.matchAll(/(ey[\w-]+)\./g)].some(([, part = ""]) => {
    try {
      return typeof JSON.parse(Buffer.from(part, "base64url").toString()) === "object";
    } catch {
      return false;
    }
  });
}

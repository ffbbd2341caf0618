import type { Command, Io } from "./command.ts";
import { assertNoSecrets, CommandError } from "./command.ts";
import { inspect } from "./license/inspect.ts";
import { issue } from "./license/issue.ts";
import { keygen } from "./license/keygen.ts";
import { verify } from "./license/verify.ts";

const usage = `Usage: opsplane license <command>

  inspect <file|->   Show a license without checking its signature
      --json                 Print JSON
  verify <file|->    Check the signature and the claims of a license
      --public-key <file>    PEM file with the public keys
      --tenant <id>          Accept only a license of this tenant
      --at <time>            Show the state at this time, such as 2027-01-31T00:00:00Z
      --json                 Print JSON
  issue              Sign a license
      --private-key <file>   PEM file with the private key
      --tenant <id>          Tenant of the license
      --plan <id>            startup, midsize, enterprise or operations
      --mode <mode>          on_prem or byoc
      --addon <id>           An add-on; can be repeated
      --days <n>             Days until the expiry, 365 by default
      --limit <name>=<n>     Replaces a limit of the plan, such as users=50 or users=unlimited; can be repeated
      --out <file>           New file for the license; without it, the license goes to standard output
      --allow-open-key       Accept a key file that other users can read
  keygen             Create private.pem and public.pem
      --out <folder>         Folder for the two files

A license is read from a file, or from standard input for '-'.
Exit codes: 0 done, 1 the license is invalid or locked, 2 the command could not be carried out.`;

const commands: ReadonlyMap<string, Command> = new Map([
  ["inspect", inspect],
  ["verify", verify],
  ["issue", issue],
  ["keygen", keygen],
]);

/** Runs a command and returns its exit code. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  try {
    assertNoSecrets(args);
    if (args.includes("--help") || args.includes("-h")) {
      io.print(usage);
      return 0;
    }
    const [area, name = "", ...rest] = args;
    const command = area === "license" ? commands.get(name) : undefined;
    if (command === undefined) throw new CommandError(`The command is not known.\n\n${usage}`);
    return await command(rest, io);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    io.printError(`opsplane: ${error.message}`);
    return 2;
  }
}

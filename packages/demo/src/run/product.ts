import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** The product in a process of its own. */
export interface Product {
  readonly url: string;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the built program and waits until it serves requests. Its output is printed. */
export async function startProduct(
  program: string,
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<Product> {
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
  // The product must not outlive the demo, even when the demo ends with an error.
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  child.once("exit", () => process.removeListener("exit", end));
  const ended = once(child, "exit").then(() => undefined);
  const url = await readyUrl(child, print);
  return {
    url,
    ended,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function readyUrl(child: ChildProcess, print: (line: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let rest = "";
    child.stdout?.setEncoding("utf8").on("data", (part: string) => {
      const lines = (rest + part).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const ready = /ready at (http\S+)/.exec(line);
        if (ready?.[1]) resolve(ready[1]);
        // The demo prints its own address and password.
        else if (!/^ {2}(tenant|admin|password) /.test(line) && line !== "") print(line);
      }
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The product ended with code ${code}.`)));
  });
}

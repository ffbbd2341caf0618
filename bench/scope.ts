type Close = () => Promise<unknown>;

/** The open resources of a bench. */
export interface Scope {
  /** Registers a cleanup, which runs at the end, newest first. */
  later(close: Close): void;
  /** Throws once Ctrl-C was pressed. */
  check(): void;
}

/** Runs a bench and closes everything it opened, also after a failure or an interruption. */
export async function runBench(work: (scope: Scope) => Promise<void>): Promise<void> {
  const closers: Close[] = [];
  let interrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (!interrupted) console.log("\nbench: stopping");
      interrupted = true;
    });
  }
  const check = () => {
    if (interrupted) throw new Error("interrupted");
  };
  try {
    await work({ later: (close) => closers.push(close), check });
  } catch (error) {
    // Ctrl-C in a terminal reaches the servers too, so later errors are not reported.
    if (!interrupted) console.error(`bench: ${error instanceof Error ? error.message : error}`);
    process.exitCode = interrupted ? 130 : 1;
  }
  for (const close of closers.reverse()) {
    await close().catch((error: unknown) => console.error(`bench: cleaning up failed: ${error}`));
  }
}

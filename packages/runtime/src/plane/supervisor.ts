import { Worker } from "node:worker_threads";

/** What the server's thread gets from this one. */
export interface Supervised {
  /** The server counts here while its thread is free. */
  beats: Int32Array;
}

/** What the server's thread sends to this one. */
export interface Watch {
  /** The server ends when its thread is busy for longer; 0 for never. */
  silenceSeconds: number;
}

export const beatMs = 500;
/** After a signal to stop, a thread that is busy for so long is not waited for. */
const deafMs = 8_000;

/**
 * Runs the server in a thread of its own. So one piece of work that never gives the thread back cannot keep the process alive and
 * useless: it ends without a goodbye, and others take over its work. Signals are heard in that state too.
 */
export function supervise(program: URL): void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const server = new Worker(program, { argv: process.argv.slice(2), workerData: { beats } satisfies Supervised });
  let limitMs = Number.POSITIVE_INFINITY;
  let stopAt: number | undefined;
  server.on("message", ({ silenceSeconds }: Watch) => {
    if (silenceSeconds > 0) limitMs = silenceSeconds * 1000;
  });
  server.on("error", (error) => console.error(`opsplane: ${error.message}`));
  // Its last lines are still on their way.
  server.on("exit", (code) => setTimeout(() => process.exit(code), 20));

  watch(beats, (silence) => {
    if (isStuck(silence, limitMs))
      end(`the server did nothing else for ${Math.round(silence.ms / 1000)} seconds than one piece of work; it ends`);
    if (stopAt !== undefined && isStuck(silence, deafMs)) end("the server is too busy to stop in order; it ends");
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // A second signal is a person who does not want to wait. npm passes on the first one twice.
      if (stopAt !== undefined && Date.now() - stopAt > 1_000) process.exit(1);
      stopAt ??= Date.now();
      server.postMessage("stop");
    });
  }
}

function end(reason: string): never {
  console.error(`opsplane: ${reason}`);
  process.exit(70);
}

interface Silence {
  ms: number;
  /** The processor time that the process used in it. */
  busyMs: number;
}

/** On a machine with too much to do, a thread is silent because it does not get the processor. It gets more time. */
function isStuck({ ms, busyMs }: Silence, limitMs: number): boolean {
  return ms > limitMs && (busyMs > limitMs / 3 || ms > 4 * limitMs);
}

/** Reports for how long the count stood still. Time in which this thread stood still too, as in a suspended machine, does not count. */
function watch(beats: Int32Array, report: (silence: Silence) => void): void {
  const look = () => ({ count: Atomics.load(beats, 0), at: performance.now(), busyMs: process.cpuUsage().user / 1000 });
  let last = look();
  let silence: Silence = { ms: 0, busyMs: 0 };
  setInterval(() => {
    const now = look();
    silence =
      now.count === last.count
        ? {
            ms: silence.ms + Math.min(now.at - last.at, 2 * beatMs),
            busyMs: silence.busyMs + now.busyMs - last.busyMs,
          }
        : { ms: 0, busyMs: 0 };
    last = now;
    report(silence);
  }, beatMs);
}

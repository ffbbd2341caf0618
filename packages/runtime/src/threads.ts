import { type Transferable, Worker } from "node:worker_threads";

/** What a thread works on. */
export interface ThreadJob {
  readonly tenantId: string;
}

export interface ThreadsOptions<Job extends ThreadJob> {
  /** The program of each thread. It gets `{ job }` and answers each with one message. */
  program: string;
  count: number;
  /** A thread that needs more memory dies. */
  maxHeapMb: number;
  /** A thread that works longer on one job is stopped. */
  maxMs?: number;
  /** The number of the only thread that may take the job; undefined for any. */
  homeOf?(job: Job): number | undefined;
  /** Buffers of a job that are handed over rather than copied. */
  movedWith?(job: Job): Transferable[];
  /** Called when a thread died and will be replaced. Returns the error of its job. */
  onDeath(error: Error): Error;
  /** The error of jobs that are unfinished when the threads are closed. */
  interrupted(): Error;
}

export interface Threads<Job extends ThreadJob, Answer> {
  run(job: Job): Promise<{ answer: Answer; thread: Worker }>;
  /** False once the thread was replaced. */
  isRunning(thread: Worker): boolean;
  close(): Promise<void>;
}

interface Waiting<Job, Answer> {
  job: Job;
  resolve(result: { answer: Answer; thread: Worker }): void;
  reject(error: Error): void;
}

interface Thread<Job, Answer> {
  worker: Worker | undefined;
  current: Waiting<Job, Answer> | undefined;
  limit: NodeJS.Timeout | undefined;
}

/**
 * Threads for work that would block the event loop. One job of a tenant runs at a time, and waiting tenants take turns, so a tenant
 * that floods delays the others only by the jobs that run. A dead thread fails only its current job; a new one serves the others.
 */
export function openThreads<Job extends ThreadJob, Answer>(options: ThreadsOptions<Job>): Threads<Job, Answer> {
  const { program, count, maxHeapMb, maxMs, homeOf, movedWith, onDeath, interrupted } = options;
  const threads: Thread<Job, Answer>[] = Array.from({ length: count }, () => ({
    worker: undefined,
    current: undefined,
    limit: undefined,
  }));
  /** By tenant. The tenant served most recently is last. */
  const waiting = new Map<string, Waiting<Job, Answer>[]>();
  let closing = false;

  function start(thread: Thread<Job, Answer>): Worker {
    const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    thread.worker = worker;
    worker.on("message", (answer: Answer) => {
      finish(thread)?.resolve({ answer, thread: worker });
      dispatch();
    });
    worker.on("error", (error: Error) => replace(thread, worker, error));
    worker.on("exit", (code) => replace(thread, worker, new Error(`The thread exited with code ${code}.`)));
    return worker;
  }

  function finish(thread: Thread<Job, Answer>): Waiting<Job, Answer> | undefined {
    const { current } = thread;
    thread.current = undefined;
    clearTimeout(thread.limit);
    return current;
  }

  function replace(thread: Thread<Job, Answer>, worker: Worker, error: Error): void {
    if (thread.worker !== worker) return;
    const current = finish(thread);
    thread.worker = undefined;
    if (closing) {
      current?.reject(interrupted());
      return;
    }
    const reason = onDeath(error);
    current?.reject(reason);
    dispatch();
  }

  function dispatch(): void {
    for (const [index, thread] of threads.entries()) {
      if (thread.current || closing) continue;
      const next = takeFor(index);
      if (!next) continue;
      const worker = thread.worker ?? start(thread);
      thread.current = next;
      if (maxMs !== undefined)
        thread.limit = setTimeout(() => {
          replace(thread, worker, new Error(`The thread worked longer than ${maxMs} ms.`));
          void worker.terminate();
        }, maxMs);
      worker.postMessage({ job: next.job }, movedWith?.(next.job) ?? []);
    }
  }

  function takeFor(index: number): Waiting<Job, Answer> | undefined {
    for (const [tenantId, queue] of waiting) {
      const [first] = queue;
      const isBusy = threads.some(({ current }) => current?.job.tenantId === tenantId);
      if (!first || isBusy || (homeOf?.(first.job) ?? index) !== index) continue;
      waiting.delete(tenantId);
      if (queue.length > 1) waiting.set(tenantId, queue.slice(1));
      return first;
    }
    return undefined;
  }

  for (const thread of threads) start(thread);
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const queue = waiting.get(job.tenantId) ?? [];
        queue.push({ job, resolve, reject });
        waiting.set(job.tenantId, queue);
        dispatch();
      }),
    isRunning: (worker) => threads.some((thread) => thread.worker === worker),
    close: async () => {
      closing = true;
      for (const { reject } of [...waiting.values()].flat()) reject(interrupted());
      waiting.clear();
      await Promise.all(threads.map(({ worker }) => worker?.terminate()));
    },
  };
}

import { ApiError, type StoredFile } from "@opsplane/contract";
import { randomKey } from "../../api/random-key.ts";

/** A file on its way to the server. */
export interface Upload {
  key: string;
  name: string;
  size: number;
  state: "waiting" | "sending" | "failed";
  /** From 0 to 1. */
  sent: number;
  error: string | null;
}

export interface SendOptions {
  /** The same for each attempt, so a file whose answer was lost is not stored twice. */
  key: string;
  signal: AbortSignal;
  onSent: (part: number) => void;
}

export type SendFile = (file: File, options: SendOptions) => Promise<StoredFile>;

export interface UploadQueue {
  add(files: readonly File[]): void;
  retry(key: string): void;
  /** Takes a file out of the queue; one that is being sent is cancelled. */
  remove(key: string): void;
  list(): readonly Upload[];
  subscribe(listener: () => void): () => void;
}

const maxAtOnce = 3;

/** Sends files a few at a time. What fails stays in the list until a person retries or removes it. */
export function createUploadQueue(
  send: SendFile,
  onDone: (file: StoredFile) => void,
  /** Called when a file fails while nobody looks at the list. */
  onUnseenFailure: (name: string, cause: unknown) => void,
): UploadQueue {
  const files = new Map<string, { file: File; cancel: AbortController }>();
  const listeners = new Set<() => void>();
  let uploads: readonly Upload[] = [];

  function show(next: readonly Upload[]) {
    uploads = next;
    for (const listener of listeners) listener();
  }

  function change(key: string, fields: Partial<Upload>) {
    show(uploads.map((upload) => (upload.key === key ? { ...upload, ...fields } : upload)));
  }

  function drop(key: string) {
    files.delete(key);
    show(uploads.filter((upload) => upload.key !== key));
  }

  function startNext() {
    const sending = uploads.filter(({ state }) => state === "sending").length;
    const waiting = uploads.filter(({ state }) => state === "waiting");
    for (const { key } of waiting.slice(0, Math.max(0, maxAtOnce - sending))) void run(key);
  }

  async function run(key: string) {
    const entry = files.get(key);
    if (!entry) return;
    change(key, { state: "sending", sent: 0, error: null });
    const { signal } = entry.cancel;
    try {
      const stored = await send(entry.file, { key, signal, onSent: (sent) => change(key, { sent }) });
      drop(key);
      onDone(stored);
    } catch (cause) {
      if (!signal.aborted) change(key, { state: "failed", error: messageOf(cause) });
      if (!signal.aborted && listeners.size === 0) onUnseenFailure(entry.file.name, cause);
    }
    startNext();
  }

  return {
    list: () => uploads,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add: (added) => {
      const waiting = added.map((file): Upload => {
        const key = randomKey();
        files.set(key, { file, cancel: new AbortController() });
        return { key, name: file.name, size: file.size, state: "waiting", sent: 0, error: null };
      });
      show([...uploads, ...waiting]);
      startNext();
    },
    retry: (key) => {
      change(key, { state: "waiting", error: null });
      startNext();
    },
    remove: (key) => {
      files.get(key)?.cancel.abort();
      drop(key);
      startNext();
    },
  };
}

function messageOf(cause: unknown): string {
  return cause instanceof ApiError || cause instanceof Error ? cause.message : String(cause);
}

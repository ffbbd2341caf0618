import { createSseReader, type SseMessage } from "./sse.ts";

export type LiveStatus = "connecting" | "live" | "reconnecting";

export interface StreamOptions {
  open: (lastId: string | undefined, signal: AbortSignal) => Promise<Response>;
  lastId: () => string | undefined;
  onMessage: (message: SseMessage) => void;
  onStatus: (status: LiveStatus) => void;
  /** The message from which on no change is missed. */
  liveOn?: string;
  /** Emits `offline` and `online`: the window. */
  network: EventTarget;
  signal: AbortSignal;
}

const silenceMs = 45_000;
const longestPauseMs = 30_000;

/** Follows the live stream until the signal aborts it. Reconnects from the last received id. */
export async function followStream(options: StreamOptions): Promise<void> {
  const { signal, network, onStatus } = options;
  for (let failures = 0; !signal.aborted; failures += 1) {
    const wasLive = await followOnce(options);
    if (signal.aborted) return;
    onStatus("reconnecting");
    if (wasLive) failures = 0;
    await pause(pauseMs(failures, Math.random()), network, signal);
  }
}

/** Exponential with jitter, so that not all browsers reconnect to a restarted server at once. */
export function pauseMs(failures: number, dice: number): number {
  return Math.min(longestPauseMs, 400 * 2 ** failures) * (0.5 + dice / 2);
}

/** Runs until the connection ends. Returns whether it was ever live. */
async function followOnce(options: StreamOptions): Promise<boolean> {
  const { open, lastId, onMessage, onStatus, liveOn = "ready", network, signal } = options;
  const connection = new AbortController();
  const end = () => connection.abort();
  signal.addEventListener("abort", end);
  // The connection itself may take a while to notice a lost network.
  network.addEventListener("offline", end);
  let silence = setTimeout(end, silenceMs);
  let live = false;
  try {
    const response = await open(lastId(), connection.signal);
    if (!response.ok || !response.body) return live;
    const read = createSseReader();
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return live;
      clearTimeout(silence);
      silence = setTimeout(end, silenceMs);
      for (const message of read(decoder.decode(value, { stream: true }))) {
        // The response starts before the server subscribes.
        if (message.event === liveOn) {
          live = true;
          onStatus("live");
        }
        onMessage(message);
      }
    }
  } catch {
    return live;
  } finally {
    clearTimeout(silence);
    network.removeEventListener("offline", end);
    signal.removeEventListener("abort", end);
    connection.abort();
  }
}

function pause(ms: number, network: EventTarget, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      network.removeEventListener("online", wake);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    network.addEventListener("online", wake);
    signal.addEventListener("abort", wake);
  });
}

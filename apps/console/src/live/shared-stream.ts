import type { SseMessage } from "./sse.ts";
import { followStream, type LiveStatus, type StreamOptions } from "./stream.ts";

interface SharedOptions extends Pick<StreamOptions, "open" | "onMessage" | "onStatus"> {
  name: string;
}

type Told = { kind: "message"; message: SseMessage } | { kind: "status"; status: LiveStatus } | { kind: "ask" };

/**
 * One connection for all tabs of a browser: over HTTP/1.1 a browser opens six to a server, and a tab each would use
 * them up. The tab that holds the lock follows the stream and tells the others; when it closes, another takes over.
 */
export function openSharedStream({ name, open, onMessage, onStatus }: SharedOptions): () => void {
  const tabs = new BroadcastChannel(name);
  const closed = new AbortController();
  let lastId: string | undefined;
  let leading = false;
  let status: LiveStatus = "connecting";

  const tell = (told: Told) => tabs.postMessage(told);
  const receive = (told: Told) => {
    if (told.kind === "ask") {
      if (leading) tell({ kind: "status", status });
    } else if (told.kind === "status") {
      status = told.status;
      onStatus(status);
    } else {
      lastId = told.message.id ?? lastId;
      onMessage(told.message);
    }
  };
  const receiveAndTell = (told: Told) => {
    receive(told);
    tell(told);
  };
  tabs.onmessage = ({ data }: MessageEvent<Told>) => receive(data);
  tell({ kind: "ask" });

  void whenLeading(name, closed.signal, () => {
    leading = true;
    return followStream({
      open,
      lastId: () => lastId,
      onMessage: (message) => receiveAndTell({ kind: "message", message }),
      onStatus: (next) => receiveAndTell({ kind: "status", status: next }),
      network: window,
      signal: closed.signal,
    });
  });

  return () => {
    closed.abort();
    tabs.close();
  };
}

async function whenLeading(name: string, signal: AbortSignal, lead: () => Promise<void>) {
  // Absent on plain http: then every tab follows for itself.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return lead();
  await locks.request(name, { signal }, lead).catch((cause: unknown) => {
    if (!signal.aborted) throw cause;
  });
}

import type { SseMessage } from "./sse.ts";
import { followStream, type LiveStatus, type StreamOptions } from "./stream.ts";

interface SharedOptions extends Pick<StreamOptions, "open" | "onMessage" | "onStatus"> {
  name: string;
}

type TabMessage = { kind: "message"; message: SseMessage } | { kind: "status"; status: LiveStatus } | { kind: "ask" };

/**
 * One connection for all tabs of a browser. Over HTTP/1.1 a browser opens six connections per server, and one per tab would use
 * them up. The tab that holds the lock follows the stream and broadcasts to the others; when it closes, another takes over.
 */
export function openSharedStream({ name, open, onMessage, onStatus }: SharedOptions): () => void {
  const tabs = new BroadcastChannel(name);
  const closed = new AbortController();
  let lastId: string | undefined;
  let leading = false;
  let status: LiveStatus = "connecting";

  const broadcast = (sent: TabMessage) => tabs.postMessage(sent);
  const receive = (sent: TabMessage) => {
    if (sent.kind === "ask") {
      if (leading) broadcast({ kind: "status", status });
    } else if (sent.kind === "status") {
      status = sent.status;
      onStatus(status);
    } else {
      lastId = sent.message.id ?? lastId;
      onMessage(sent.message);
    }
  };
  const receiveAndBroadcast = (sent: TabMessage) => {
    receive(sent);
    broadcast(sent);
  };
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data);
  broadcast({ kind: "ask" });

  void whenLeading(name, closed.signal, () => {
    leading = true;
    return followStream({
      open,
      lastId: () => lastId,
      onMessage: (message) => receiveAndBroadcast({ kind: "message", message }),
      onStatus: (next) => receiveAndBroadcast({ kind: "status", status: next }),
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
  // Absent on plain http, where every tab follows the stream itself.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return lead();
  await locks.request(name, { signal }, lead).catch((cause: unknown) => {
    if (!signal.aborted) throw cause;
  });
}

import pg from "pg";
import type { Log } from "./log.ts";

/** Short messages between instances through PostgreSQL's LISTEN and NOTIFY. They only wake the receiver, which then reads the data. */
export interface Signals {
  on(channel: string, hear: (payload: string) => void): void;
  /** Called after the listening connection was lost, because messages may have been missed. */
  onGap(hear: () => void): void;
  connected(): boolean;
  close(): Promise<void>;
}

export function openSignals(url: string, channels: readonly string[], log: Log): Signals {
  const hearers = new Map<string, ((payload: string) => void)[]>();
  const gapHearers: (() => void)[] = [];
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: "opsplane-signals",
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    const lost = () => {
      if (client === next) client = undefined;
      next.removeAllListeners("end");
      if (closed || retry) return;
      for (const hear of gapHearers) hear();
      retry = setTimeout(() => {
        retry = undefined;
        void connect();
      }, 500);
    };
    next.on("error", lost);
    next.on("end", lost);
    next.on("notification", ({ channel, payload }) => {
      for (const hear of hearers.get(channel) ?? []) hear(payload ?? "");
    });
    try {
      await next.connect();
      for (const channel of channels) await next.query(`listen ${channel}`);
      client = next;
      for (const hear of gapHearers) hear();
    } catch (error) {
      log.debug({ error: String(error) }, "listening for signals failed; retrying");
      await next.end().catch(() => undefined);
      lost();
    }
    if (closed) await next.end().catch(() => undefined);
  }

  void connect();
  return {
    on: (channel, hear) => hearers.set(channel, [...(hearers.get(channel) ?? []), hear]),
    onGap: (hear) => gapHearers.push(hear),
    connected: () => client !== undefined,
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}

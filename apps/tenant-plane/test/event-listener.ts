import { expect } from "vitest";

interface Heard {
  type: string;
  data: unknown;
}

/** A client of a stream of server-sent events. */
export interface Listener {
  /** The events in order, without the first one, `ready`. */
  heard: Heard[];
  stop(): void;
}

/** Resolves when the server has sent `ready`. */
export async function listen(url: string, headers: Record<string, string>): Promise<Listener> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  if (response.body === null) throw new Error("the stream has no body");
  const heard: Heard[] = [];
  const reading = read(response.body, heard);
  reading.catch(() => undefined);
  await expect.poll(() => heard.shift()?.type).toBe("ready");
  return { heard, stop: () => abort.abort() };
}

async function read(body: ReadableStream<Uint8Array>, heard: Heard[]): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of body) {
    text += decoder.decode(part, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
      const type = field("event");
      if (type !== undefined) heard.push({ type, data: JSON.parse(field("data") ?? "null") });
    }
  }
}

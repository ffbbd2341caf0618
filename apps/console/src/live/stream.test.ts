import { expect, test } from "vitest";
import { followStream, type LiveStatus, pauseMs } from "./stream.ts";

test("a stream is live after the server sends ready, not when its response starts", async () => {
  const { heard, say, end } = follow();
  await say(": hello\n\n");
  expect(heard).toEqual([]);
  await say("id: 1\nevent: ready\ndata: {}\n\n");
  await expect.poll(() => heard).toEqual(["live", "ready"]);
  await end();
});

test("the pause before a new connection grows with jitter up to a maximum", () => {
  expect(pauseMs(0, 1)).toBe(400);
  expect(pauseMs(0, 0)).toBe(200);
  expect(pauseMs(3, 1)).toBe(3200);
  expect(pauseMs(30, 1)).toBe(30_000);
});

function follow() {
  const heard: (LiveStatus | string)[] = [];
  const closed = new AbortController();
  const body = new TransformStream<string, string>();
  const writer = body.writable.getWriter();
  const ended = followStream({
    open: () => Promise.resolve(new Response(body.readable.pipeThrough(new TextEncoderStream()))),
    lastId: () => undefined,
    onMessage: ({ event }) => heard.push(event),
    onStatus: (status) => heard.push(status),
    network: new EventTarget(),
    signal: closed.signal,
  });
  return {
    heard,
    say: (text: string) => writer.write(text),
    end: async () => {
      closed.abort();
      await writer.close();
      await ended;
    },
  };
}

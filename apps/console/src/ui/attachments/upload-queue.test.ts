import type { StoredFile } from "@opsplane/contract";
import { expect, test } from "vitest";
import { createUploadQueue, type SendFile, type SendOptions } from "./upload-queue.ts";

interface Attempt extends SendOptions {
  name: string;
  succeed: () => void;
  fail: (reason: string) => void;
}

const stored = (name: string): StoredFile => ({
  id: name,
  name,
  media_type: "text/plain",
  size: 1,
  sha256: "",
  created_by: "",
  created_at: "",
  updated_at: "",
});

function aQueue() {
  const attempts: Attempt[] = [];
  const done: string[] = [];
  const send: SendFile = ({ name }, options) =>
    new Promise((resolve, reject) => {
      const attempt = {
        ...options,
        name,
        succeed: () => resolve(stored(name)),
        fail: (reason: string) => reject(new Error(reason)),
      };
      options.signal.addEventListener("abort", () => reject(new Error("aborted")));
      attempts.push(attempt);
    });
  const unseen: string[] = [];
  const queue = createUploadQueue(
    send,
    ({ name }) => done.push(name),
    (name) => unseen.push(name),
  );
  queue.add(["a", "b", "c", "d"].map((name) => new File(["x"], name)));
  return { queue, attempts, done, unseen, names: () => attempts.map(({ name }) => name) };
}

const states = (queue: ReturnType<typeof aQueue>["queue"]) => queue.list().map(({ name, state }) => `${name} ${state}`);

test("three files are sent at once, and the next when one is done", async () => {
  const { queue, attempts, done, names } = aQueue();
  expect(states(queue)).toEqual(["a sending", "b sending", "c sending", "d waiting"]);
  attempts[1]?.onSent(0.5);
  expect(queue.list()[1]?.sent).toBe(0.5);
  attempts[1]?.succeed();
  await expect.poll(names).toEqual(["a", "b", "c", "d"]);
  expect(done).toEqual(["b"]);
  expect(states(queue)).toEqual(["a sending", "c sending", "d sending"]);
});

test("a file that failed says why, lets the others go on, and is sent again under the same key", async () => {
  const { queue, attempts, names } = aQueue();
  attempts[0]?.fail("The file is too large.");
  await expect.poll(names).toEqual(["a", "b", "c", "d"]);
  expect(queue.list()[0]).toMatchObject({ state: "failed", error: "The file is too large." });
  attempts[1]?.succeed();
  await expect.poll(() => queue.list().length).toBe(3);
  queue.retry(queue.list()[0]?.key ?? "");
  expect(names()).toEqual(["a", "b", "c", "d", "a"]);
  expect(attempts[4]?.key).toBe(attempts[0]?.key);
});

test("a file that is removed while it is sent is cancelled without an error", async () => {
  const { queue, attempts, names } = aQueue();
  queue.remove(queue.list()[0]?.key ?? "");
  expect(attempts[0]?.signal.aborted).toBe(true);
  await expect.poll(names).toEqual(["a", "b", "c", "d"]);
  expect(states(queue)).toEqual(["b sending", "c sending", "d sending"]);
});

test("a failure is reported when nobody looks at the list any more", async () => {
  const { queue, attempts, unseen } = aQueue();
  const leave = queue.subscribe(() => undefined);
  attempts[0]?.fail("No connection");
  await expect.poll(() => queue.list()[0]?.state).toBe("failed");
  expect(unseen).toEqual([]);
  leave();
  attempts[1]?.fail("No connection");
  await expect.poll(() => unseen).toEqual(["b"]);
});

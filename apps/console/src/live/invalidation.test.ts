import type { LiveEvent } from "@opsplane/contract";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createInvalidator, type StaleRules } from "./invalidation.ts";

const rules: StaleRules[] = [
  { "incident.updated": () => [{ queryKey: ["incidents", "page"] }] },
  { "incident.updated": () => [{ queryKey: ["incidents", "one"] }] },
];

const changed: LiveEvent = { type: "incident.updated", subject_id: "1", actor: "", data: {}, created_at: "" };

test("only queries that an event makes stale are loaded again", async () => {
  const client = new QueryClient();
  const [list, people] = [watch(client, ["incidents", "page"]), watch(client, ["users"])];
  list.answer("before");
  people.answer("before");
  await expect.poll(() => [list.shown(), people.shown()]).toEqual(["before", "before"]);
  createInvalidator(client, rules).event(changed);
  await expect.poll(list.asked).toBe(2);
  list.answer("after");
  await expect.poll(list.shown).toBe("after");
  expect(people.asked()).toBe(1);
});

test.each([[["incidents", "page"]], [["incidents", "one", "INC-00000001"]]])(
  "a first response that was loading during the change is loaded again: %s",
  async (key) => {
    const client = new QueryClient();
    const { shown, asked, answer } = watch(client, key);
    createInvalidator(client, rules).event(changed);
    await expect.poll(() => client.getQueryState(key)?.isInvalidated).toBe(true);
    answer("before");
    await expect.poll(asked).toBe(2);
    answer("after");
    await expect.poll(shown).toBe("after");
  },
);

/** A page that shows one query. The test decides when it is answered. */
function watch(client: QueryClient, queryKey: string[]) {
  const waiting: ((answer: string) => void)[] = [];
  let asked = 0;
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () =>
      new Promise<string>((resolve) => {
        asked += 1;
        waiting.push(resolve);
      }),
  });
  observer.subscribe(() => {});
  return {
    asked: () => asked,
    shown: () => observer.getCurrentResult().data,
    answer: (text: string) => waiting.shift()?.(text),
  };
}

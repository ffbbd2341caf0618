import { type LogRecord, type OperationSpec, operations } from "@opsplane/contract";
import { beforeAll, describe, expect, inject, test, vi } from "vitest";
import { type Listener, listen } from "./event-listener.ts";
import { type Person, type SharedPlane, sharedPlane } from "./plane.ts";
import { refusalOf } from "./refusal.ts";
import { messages, questions, window } from "./telemetry-questions.ts";
import { north, sendAll, south } from "./twin-tenants.ts";

const reads = Object.entries(operations)
  .flatMap(([group, specs]) =>
    Object.entries<OperationSpec>(specs)
      .filter(([, { effect, module }]) => effect === "read" && (module === "observability" || module === "netflow"))
      .map(([name]) => `${group}.${name}`),
  )
  // A stream has a separate test; the others are records.
  .filter((id) => !["logs.tail", "savedQueries.list", "slos.list", "slos.get", "slos.history"].includes(id));

describe.skipIf(inject("clickhouseProblem") !== "")("telemetry of one tenant", () => {
  let plane: SharedPlane;
  let ours: Person;
  let theirs: Person;
  let stranger: Person;
  let alikeId: string;

  beforeAll(async () => {
    plane = await sharedPlane();
    [ours, theirs, stranger] = [await plane.tenant(), await plane.tenant(), await plane.tenant()];
    await Promise.all([sendAll(plane, ours, north), sendAll(plane, theirs, south)]);
    const flows = async ({ api }: Person) => (await api.telemetry.settings()).usage.at(-1)?.rows;
    for (const person of [ours, theirs])
      await vi.waitUntil(async () => (await flows(person)) !== 0, { timeout: 180_000, interval: 100 });
    const { items } = await ours.api.logs.list({ query: { ...window, q: "alike" } });
    alikeId = items[0]?.id ?? "";
  });

  test.each(reads)("%s shows each tenant only its own data", async (id) => {
    const asked = questions(alikeId)[id] ?? [];
    expect(asked.length, `how many questions there are for ${id}`).toBeGreaterThan(0);
    for (const { ask, own, nothing } of asked) {
      const [first, second, third] = await Promise.all([ask(ours.api), ask(theirs.api), ask(stranger.api)]);
      expect([first.compared, second.compared, third.compared]).toEqual([own(north), own(south), nothing]);
      for (const { text } of [first, third]) expect(text).not.toContain(south.word);
      for (const { text } of [second, third]) expect(text).not.toContain(north.word);
    }
  });

  test("a record's id is useless to other tenants", async () => {
    const { items } = await ours.api.logs.list({ query: { ...window, q: "north", limit: 1 } });
    const id = items[0]?.id ?? "";
    expect((await ours.api.logs.context({ query: { id } })).record.message).toBe("north 2");
    for (const { api } of [theirs, stranger])
      expect(await refusalOf(api.logs.context({ query: { id } }))).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  test("a tail has only records of its own tenant", async () => {
    const people = [ours, theirs];
    const tails = await Promise.all(
      people.map(({ headers }) => listen(`${plane.url}/api/logs/tail?service=live`, headers)),
    );
    const heard = ({ heard: events }: Listener) =>
      events.flatMap(({ type, data }) => (type === "logs" ? messages(data as LogRecord[]) : []));
    // When a tail has its own second record, it would also have received the other tenant's first.
    for (const round of ["first", "second"])
      for (const [index, { api }] of people.entries())
        await api.ingest.logs({ body: { service: "live", message: `${round} of ${index}` } });
    for (const [index, tail] of tails.entries()) {
      await expect.poll(() => heard(tail), { timeout: 180_000 }).toContain(`second of ${index}`);
      expect(heard(tail)).toEqual([`first of ${index}`, `second of ${index}`]);
      tail.stop();
    }
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linesOf, styles } from "./fixtures/styles.ts";
import { normalizations, normalize, normalizedHash } from "./normalize.ts";
import { openTemplates, templateOf } from "./templates.ts";

const mine = (lines: readonly string[], maxForms?: number) => {
  const miner = openTemplates(maxForms === undefined ? {} : { maxForms });
  for (const line of lines) miner.add(line);
  return miner;
};
const textsOf = (lines: readonly string[]) =>
  mine(lines)
    .templates()
    .map((template) => template.text);

/** Grouping accuracy: the share of lines whose group has exactly the lines that belong together. */
const groupingAccuracy = (lines: readonly { text: string; truth: string }[]): number => {
  const miner = openTemplates();
  const forms = lines.map((line) => miner.add(line.text));
  const found = forms.map((form) => miner.templateFor(form)?.id ?? "");
  const groupsOf = (keys: readonly string[]) =>
    keys.map((key) => keys.flatMap((other, index) => (other === key ? [index] : [])).join());
  const [mined, right] = [groupsOf(found), groupsOf(lines.map((line) => line.truth))];
  return mined.filter((group, index) => group === right[index]).length / lines.length;
};

describe("a line", () => {
  test.each([
    ["Took 35 ms, 12.5% of 0x1f and 3h2m1s", "Took <*> ms, <*> of <*> and <*>"],
    ["User 8f14e45f-ceea-467f-a9b5-1c2d3e4f5a6b at 10.0.0.7:8080", "User <*> at <*>"],
    ["2026-11-17T21:43:40.123Z started", "<*> started"],
    ["Tue Nov 17 21:43:40 2026 started", "<*> started"],
    ["opened /var/log/app.log and C:\\Temp\\x.txt", "opened <*> and <*>"],
    ['relation "orders" does not exist', 'relation "<*>" does not exist'],
    ["user=alice took=5ms retries=-3", "user=<*> took=<*> retries=<*>"],
    ["eth0 of node-17 says it's a test", "eth<*> of node-<*> says it's a test"],
    ["stations [a, b, c] read", "stations [<*>] read"],
    ["delta -5 and 7", "delta <*> and <*>"],
    ["balance 7 and -5", "balance <*> and <*>"],
    ["see https://example.com/a?b=1 or mail me@example.com", "see <*> or mail <*>"],
    ['sent {"id": 5, "tags": ["a"]} to queue', "sent {<*>} to queue"],
    ["Boom\n  at com.shop.Pay(Pay.java:12)", "Boom"],
    ['{"msg":"disk full","free":3}', "disk full"],
    ['{"a":1,"b":"x"}', "{a=<*>,b=<*>}"],
    ["", ""],
  ])("%j is %j", (line, template) => {
    expect(templateOf(line).text).toBe(template);
  });

  test("an id depends on the template only", () => {
    expect(templateOf("took 5 ms").id).toBe(templateOf("took 7 ms").id);
    expect(templateOf("took 5 ms").id).not.toBe(templateOf("lost 5 ms").id);
    expect(templateOf("took 5 ms").id).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe("many lines", () => {
  test("names are values once enough of them are seen", () => {
    const line = (user: string) => `session opened for user ${user}`;
    expect(textsOf(["root", "ann"].map(line))).toHaveLength(2);
    expect(textsOf(["root", "ann", "bob"].map(line))).toEqual(["session opened for user <*>"]);
  });

  test("two states stay apart for any number of users", () => {
    const users = ["root", "ann", "bob", "eve", "joe", "kim", "lee", "max"];
    const lines = users.flatMap((user) => [`session opened for user ${user}`, `session closed for user ${user}`]);
    expect(textsOf(lines).toSorted()).toEqual(["session closed for user <*>", "session opened for user <*>"]);
  });

  test("a word where other lines have a number is a value", () => {
    expect(textsOf(["seat type 5 free", "seat type first free"])).toEqual(["seat type <*> free"]);
  });

  test.each([
    ["an optional part in brackets", ["sent 5 bytes", "sent 5 bytes (2 KB)", "sent 9 bytes (1 MB)"], "sent <*> bytes"],
    [
      "an empty value",
      ["connection from 10.0.0.1 () at 5", "connection from 10.0.0.1 (a.example.com) at 7"],
      "connection from <*> (<*>) at <*>",
    ],
    ["a list of any length", ["lost node1", "lost node1, node2", "lost node1, node2, node3"], "lost node<*>"],
    ["a tail of other keys", ["job done exit=0 mem=5", "job done exit=1 mem=5 note=late"], "job done exit=<*> mem=<*>"],
    [
      "hosts with and without digits",
      ["open mail.example.com:443 by proxy", "open 10.0.0.1:80 by proxy"],
      "open <*> by proxy",
    ],
  ])("%s joins one template", (_, lines, text) => {
    expect(textsOf(lines)).toEqual([text]);
  });

  test("words that say what happened stay apart, however rare they are", () => {
    const lines = Array.from(
      { length: 200 },
      (_, index) => `backup of host${index} ${index === 7 ? "failed" : "succeeded"}`,
    );
    expect(textsOf(lines).toSorted()).toEqual(["backup of host<*> failed", "backup of host<*> succeeded"]);
    expect(textsOf(["login for ann from 10.0.0.1", "login for invalid user ann from 10.0.0.1"])).toHaveLength(2);
  });

  test("a name that one statement has as a value is a value in others", () => {
    const hosts = ["atlas", "bravo", "cedar", "delta", "ember", "falcon", "garnet"];
    const lines = [
      ...hosts.map((host) => `node ${host} is ready now`),
      "lost contact with atlas",
      "lost contact with ember",
    ];
    expect(textsOf(lines).toSorted()).toEqual(["lost contact with <*>", "node <*> is ready now"]);
  });

  test("short lines that share one word stay apart", () => {
    const states = ["reset", "refused", "closed", "lost", "opened", "aborted", "idle"];
    expect(textsOf(states.map((state) => `Connection ${state}`))).toHaveLength(states.length);
  });

  test("counts, times and an example are kept", () => {
    const miner = openTemplates();
    miner.add("took 7 ms", 2, 300);
    miner.add("took 5 ms", 3, 100);
    expect(miner.templates()).toMatchObject([
      { text: "took <*> ms", count: 5, first: 100, last: 300, example: "took 5 ms" },
    ]);
    expect(miner.find("took 99 ms")?.count).toBe(5);
    expect(miner.find("never seen")).toBeUndefined();
  });

  test.each(styles.map((style) => [style.name, style] as const))("%s is grouped right", (_, style) => {
    expect(groupingAccuracy(linesOf(style, 300, 7))).toBeGreaterThanOrEqual(0.98);
    expect(groupingAccuracy(linesOf(style, 60, 3))).toBeGreaterThanOrEqual(0.85);
  });

  test("all styles in one stream are grouped right", () => {
    expect(groupingAccuracy(styles.flatMap((style) => linesOf(style, 100, 5)))).toBeGreaterThanOrEqual(0.98);
  });
});

const anyLine = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "user",
        "alice",
        "bob",
        "eve",
        "42",
        "x=1",
        "[a, b]",
        "took",
        "/tmp/x",
        "0xff",
        "'",
        '"',
        "{",
        "k: v,",
      ),
      {
        maxLength: 8,
      },
    )
    .map((words) => words.join(" ")),
);

describe("for any lines", () => {
  test("every line fits its template", () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 40 }), (lines) => {
        const miner = openTemplates();
        const forms = lines.map((line) => miner.add(line));
        lines.forEach((line, index) => {
          expect(miner.find(line)).toBe(miner.templateFor(forms[index] ?? ""));
          expect(miner.find(line)).toBeDefined();
        });
        expect(miner.templates().reduce((sum, template) => sum + template.count, 0)).toBe(lines.length);
      }),
    );
  });

  test("every line has the phrases of its template", () => {
    for (const style of styles) {
      const lines = linesOf(style, 200, 5).map(({ text }) => text);
      const miner = mine(lines);
      for (const line of lines) {
        const said = line.replace(/\s+/g, " ");
        for (const phrase of miner.find(line)?.phrases ?? []) expect(said).toContain(phrase);
      }
    }
    const [template] = mine(["got 5 rows (2 KB) from cart", "got 7 rows from cart"]).templates();
    expect(template?.phrases).toEqual(["got", "rows", "from", "cart"]);
  });

  test("the order does not matter, nor does cutting into chunks", () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 40 }), fc.nat(), (lines, cut) => {
        const whole = mine(lines).templates();
        expect(mine(lines.toReversed()).templates()).toEqual(whole);
        const chunked = openTemplates();
        chunked.absorb(mine(lines.slice(0, cut % (lines.length + 1))).part());
        chunked.absorb(mine(lines.slice(cut % (lines.length + 1))).part());
        expect(chunked.templates()).toEqual(whole);
      }),
    );
  });

  test("repeating a line never opens a place", () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 1, max: 20 }), (line, times) => {
        expect(textsOf(Array.from({ length: times }, () => line))).toEqual([templateOf(line).text]);
      }),
    );
  });

  test("normalizing twice changes nothing, and mining normalized lines finds the same", () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        expect(normalize(normalize(line))).toBe(normalize(line));
        expect(templateOf(normalize(line))).toEqual(templateOf(line));
      }),
      { examples: [["1x0"], ["1920x1080 px at 12xAB"], ["a1x0 0x1g"]] },
    );
  });

  test("normalizing is what ClickHouse does with the same patterns", () => {
    const patterns = normalizations.map(({ pattern, replacement }) => [new RegExp(pattern, "g"), replacement] as const);
    const anyWords = fc.string({ unit: fc.constantFrom(..."019afxXgZ_-. ä\u0660"), maxLength: 40 });
    fc.assert(
      fc.property(fc.oneof(anyLine, anyWords), (line) => {
        expect(normalize(line)).toBe(patterns.reduce((text, [pattern, by]) => text.replace(pattern, by), line));
      }),
      { numRuns: 2000 },
    );
  });

  test("lines that are alike without their numbers have one hash, and no others", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom(..."019afxXgZ_-. "), maxLength: 12 })), (lines) => {
        const byHash = new Map(lines.map((line) => [normalizedHash(line), normalize(line)]));
        for (const line of lines) {
          expect(byHash.get(normalizedHash(line))).toBe(normalize(line));
          expect(normalizedHash(normalize(line))).toBe(normalizedHash(line));
        }
        expect(byHash.size).toBe(new Set(lines.map(normalize)).size);
      }),
      { numRuns: 1000 },
    );
  });

  test("memory is bounded, and dropped lines are counted", () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 80 }), (lines) => {
        const miner = mine(lines, 8);
        expect(miner.part().forms.length).toBeLessThanOrEqual(8);
        const counted = miner.templates().reduce((sum, template) => sum + template.count, 0);
        expect(counted + miner.dropped()).toBe(lines.length);
      }),
    );
  });

  // Each of these would take hours, or minutes for some thousand lines, if a part of it were tried in every way.
  test("a hostile line ends like any other", () => {
    for (const [part, end] of [
      ["0/0%", "@"],
      ["0-", "x"],
      ["0sec", "!"],
      [" 'a", ""],
      ['{"msg":"', ""],
      ["a@a.", ""],
      ["a,", ")"],
    ] as const)
      expect(templateOf(`x ${part.repeat(Math.floor(1990 / part.length))}${end}`).text, part).not.toBe("");
  });

  test("templates that are found in steps are those that are found at once", async () => {
    const lines = styles.flatMap((style) => linesOf(style, 40, 5).map(({ text }) => text));
    let turns = 0;
    const inSteps = mine(lines);
    await inSteps.settle(async () => {
      turns += 1;
    });
    expect(inSteps.templates()).toEqual(mine(lines).templates());
    expect(turns).toBeGreaterThan(10);
  });
});

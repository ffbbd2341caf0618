import { signedHeaders } from "@opsplane/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aWrite } from "./a-write.ts";
import { aSender } from "./an-alert-sender.ts";
import { startModelServer } from "./model-server.ts";
import { type Person, type SharedPlane, sharedPlane } from "./plane.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

// Hostile text of one tenant, for each place that reads text of others (docs/security.md). No request may fail with 5xx or keep another
// tenant waiting. Without their bounds, most of these would keep the server busy for minutes or hours.

/** Far above what any of them takes, also on a busy machine. */
const maxSilenceMs = 5_000;

let plane: SharedPlane;
let attacker: Person;
let neighbor: Person;
let receiver: Receiver;
let model: Awaited<ReturnType<typeof startModelServer>>;

beforeAll(async () => {
  plane = await sharedPlane();
  attacker = await plane.tenant("operations");
  neighbor = await plane.tenant();
  receiver = await startReceiver((_, response) => void response.end(`{"a":${"[".repeat(100_000)}`));
  model = await startModelServer();
});
afterAll(() => {
  receiver.close();
  model.close();
});

interface Sent {
  status: number;
  text: string;
}

async function send(method: string, path: string, body?: unknown, headers: object = {}): Promise<Sent> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const answer = await fetch(plane.url + path, {
    method,
    headers: { "content-type": "application/json", ...attacker.headers, ...headers },
    ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

const post = (path: string, body: unknown, headers: object = {}) => send("POST", path, body, headers);
const query = (path: string, asked: Record<string, string>) => send("GET", `${path}?${new URLSearchParams(asked)}`);

/** Another tenant reads all the time. Returns its longest wait. */
async function besideOthers(attack: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  const read = async (path: string) => {
    while (!isOver) {
      const begin = performance.now();
      const answer = await fetch(plane.url + path, { headers: neighbor.headers });
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
      longest = Math.max(longest, performance.now() - begin);
    }
  };
  const reads = Promise.all([read("/api/health"), read("/api/incidents?limit=1")]);
  try {
    await attack();
  } finally {
    isOver = true;
  }
  await reads;
  return longest;
}

const slowPatterns = [
  "(a|a)*b",
  "(a+)+$",
  `${".?".repeat(90)}Z`,
  `${"a?".repeat(60)}${"a".repeat(60)}`,
  "(?:a|b|(ab|a)*|[a-c]{0,300})*e",
  "(.*)*=",
  "((a{0,99}){0,99}){0,99}",
  "[",
  "\\",
  "a.*",
];
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const longA = "a".repeat(2_000);
const deepText = nested("[", "]", 100_000);

/** Bodies that odd values are put into. */
const oddValues = [
  "\u0000",
  "\ud800",
  "x\udfff",
  "__proto__",
  "constructor",
  "1e999",
  longA,
  "{{{{",
  "$constructor",
  "%00",
];

const attacks: Record<string, () => Promise<Sent[]>> = {
  "patterns of silences, on an alert with a long name": async () => {
    const sender = await aSender(plane, attacker, "json");
    await sender.send({ name: "a".repeat(250) });
    return each(slowPatterns, (value) =>
      post("/api/alerts/silences/preview", { matchers: [{ name: "alertname", operator: "=~", value }] }),
    );
  },
  "patterns of runbook parameters": () =>
    each(slowPatterns, (pattern) =>
      post("/api/runbooks", {
        name: "Patterns",
        parameters: [{ name: "x", type: "string", pattern, default: `${"a".repeat(1_000)}!` }],
        steps: [{ type: "manual", title: "Look", instructions: "Look" }],
      }),
    ),
  "commands that are long or nested": () =>
    each(
      [
        `awk '${'\\"'.repeat(9_000)}' {{ parameters.x }}`,
        `awk '${"print ".repeat(3_000)}' {{ parameters.x }}`,
        `sed '${" ".repeat(19_000)}' x`,
        nested("$(", ")", 6_000),
        `x ${"a+".repeat(9_900)}`,
        `${"{{".repeat(9_000)}`,
        `rm ${"- ".repeat(9_000)}`,
        "uptime",
      ],
      (command) =>
        post("/api/runbooks", {
          name: "Commands",
          parameters: [{ name: "x", type: "string" }],
          steps: Array.from({ length: 20 }, () => ({ type: "command", title: "Run", command })),
        }),
    ),
  "formulas of KPIs": () =>
    each(
      [
        ...slowPatterns.map((pattern) => `${JSON.stringify(longA.slice(0, 900))}.matches(${JSON.stringify(pattern)})`),
        nested("(", ")", 900),
        nested("[", "]", 900),
        `${"!".repeat(1_990)}true`,
        `1${"0".repeat(1_900)} + 1`,
        "1e308 * 1e308",
        "[1,2,3].map(a, [1,2,3].map(b, [1,2,3].map(c, c)))",
        '"constructor"',
        "x.__proto__",
        `[${"1,".repeat(400)}1].map(a, [${"1,".repeat(400)}1].map(b, "${"x".repeat(50)}" + string(b))).size()`,
        "x + 1",
      ],
      (formula) =>
        post("/api/kpis/evaluate", { formula, inputs: [{ name: "x", kind: "count", records: "incidents" }] }),
    ),
  "a signed webhook over which a condition loops twice": async () => {
    const conditions = [
      "input.a.map(i, input.a.map(j, input.s + string(j))).size() > 0",
      "input.a.exists(i, input.a.exists(j, i + j == 5))",
      'input.s.matches("(x+)+$")',
      `input.s.matches("${".?".repeat(45)}Z")`,
    ];
    const sent: Sent[] = [];
    for (const condition of conditions) {
      const { id } = await attacker.api.workflows.create({
        body: {
          name: "Hooked",
          triggers: [{ type: "webhook", condition }],
          steps: [{ id: "say", type: "notification", config: { message: "x" } }],
        },
      });
      const { secret, url } = await attacker.api.workflows.newSecret({ params: { id } });
      for (const body of [
        JSON.stringify({ a: Array.from({ length: 12_000 }, (_, index) => index % 10), s: "x".repeat(100) }),
        `{"a":${nested("[", "]", 60_000)}}`,
        `{"a":${nested('{"a":', "}", 20_000).replace('{"a":}', '{"a":1}')}}`,
        '{"__proto__":{"a":[1]},"constructor":[1],"s":"\\ud800\\u0000"}',
        "{",
        "{}",
      ]) {
        const signed = signedHeaders([secret], { id: crypto.randomUUID(), body, now: new Date() });
        sent.push(await post(url, body, signed));
      }
    }
    return sent;
  },
  "queries of logs": () =>
    each(
      [
        ...slowPatterns.map((pattern) => `message:/${pattern}/`),
        ...slowPatterns.map((pattern) => `/${pattern}/`),
        nested("(", ")", 900),
        "NOT ".repeat(490),
        `took:>${"9".repeat(1_900)}`,
        `took:>1e${"9".repeat(1_900)}`,
        `"${"\\".repeat(1_900)}`,
        "*".repeat(1_990),
        "a OR ".repeat(390),
        "a",
      ],
      (q) => query("/api/logs", { q, limit: "1" }),
    ),
  "matchers of metrics": async () => {
    const series = [
      { labels: { __name__: "hostile", host: longA.slice(0, 200) }, samples: [[1, Date.now()]] as [number, number][] },
    ];
    await post("/api/ingest/prometheus", new Uint8Array(aWrite(series)), {
      "content-type": "application/x-protobuf",
      "content-encoding": "snappy",
    });
    return each(
      [
        ...slowPatterns.map((pattern) => `host=~${pattern}`),
        `host=y${" ".repeat(900)}\nx`,
        `host="${"\\".repeat(900)}`,
        "host=a",
      ],
      (match) => query("/api/metrics/query", { metric_name: "hostile", match }),
    );
  },
  "names of lines in dashboards": () =>
    each(
      [
        "{{$a$a$a$a$a$a$a$a$a$a$a$a$a$a$a$a",
        "$constructor {{constructor}} {{__proto__}}",
        "$toString",
        `$\{__proto__}`,
        "Load",
      ],
      (name) => {
        const widget = { id: "w", kind: "time_series", title: name, x: 0, y: 0, w: 8, h: 4 };
        return post("/api/dashboards/preview", {
          widgets: [
            { ...widget, options: { queries: [{ source: "metric", metric_name: "hostile", name, match: [name] }] } },
            { ...widget, id: "t", kind: "markdown", x: 8, options: { text: name } },
            { ...widget, id: "l", kind: "log_list", x: 16, options: { q: name } },
          ],
          dashboard_variables: [],
          variables: JSON.stringify({ a: Array.from({ length: 15 }, () => " ".repeat(500)) }),
          from: "now-1h",
          to: "now",
        });
      },
    ),
  "questions to the copilot": () =>
    each(
      [
        ...oddValues,
        "how many constructor incidents",
        ",;".repeat(1_000),
        "?".repeat(2_000),
        `"${"x ".repeat(900)}`,
        "last ".repeat(400),
        "How many incidents are open?",
      ],
      (text) => post("/api/copilot/query", { query: text }),
    ),
  "log lines, when their patterns are read": async () => {
    const parts = ["0/0%", "0-", "0sec", " 'a", '{"msg":"', "a@a.", "Jan-0 ", "[a , ", '"a ', "0:", "A", "k=("];
    const lines = parts.flatMap((part) =>
      Array.from({ length: 50 }, (_, at) => ({
        message: `${"abcdefghij"[at % 10]}${"klmno"[at % 5]} ${part.repeat(Math.floor(1_900 / part.length))}@`,
        service: "hostile",
      })),
    );
    return [
      await post("/api/logs", [...lines, { message: "\ud800\u0000", service: "__proto__", constructor: "x" }]),
      await query("/api/logs/patterns", { from: "now-1h", to: "now" }),
    ];
  },
  "telemetry that is no telemetry": () =>
    each(
      [
        deepText,
        `[${"{},".repeat(50_000)}{}]`,
        `{"logs":${deepText}}`,
        `${"\n".repeat(200_000)}x`,
        '[{"__proto__":1,"message":"\\u0000"}]',
        '[{"message":"fine"}]',
      ],
      async (body) => {
        const answers = [
          await post("/api/logs", body),
          await post("/api/logs", body, { "content-type": "application/x-ndjson" }),
          await post("/v1/logs", body),
          await post("/v1/traces", body),
          await post("/api/netflow", body),
          await post("/v1/metrics", new Uint8Array(Buffer.from(body).subarray(0, 200_000)), {
            "content-type": "application/x-protobuf",
          }),
          await post("/api/ingest/prometheus", "\u00ff".repeat(1_000), { "content-encoding": "snappy" }),
        ];
        return answers.find(({ status }) => status >= 500) ?? (answers[0] as Sent);
      },
    ),
  "alerts of other tools": async () => {
    const { key } = await aSender(plane, attacker, "json");
    const headers = { authorization: `Bearer ${key}` };
    return each(
      [
        deepText,
        `{"title":${nested("[", "]", 1_000)}}`,
        '{"title":"\\ud800\\u0000","status":"firing"}',
        "{",
        '{"name":"Fine"}',
      ],
      (body) => post("/api/alerts/events", body, headers),
    );
  },
  "answers of an AI provider": async () => {
    await attacker.api.ai.updateSettings({
      body: {
        enabled: true,
        provider: "openai_compatible",
        model: "m",
        api_key: "k".repeat(20),
        base_url: `${model.url}/v1`,
      },
    });
    const texts = await each(
      [
        "[".repeat(29_000),
        "x".repeat(29_000),
        "](".repeat(14_000),
        "{".repeat(29_000),
        "<".repeat(29_000),
        longA.repeat(100),
      ],
      (text) => {
        model.answer = () => ({ text });
        return post("/api/copilot/query", { query: "What is the meaning of the newest incident?" });
      },
    );
    expect(model.requests.length).toBeGreaterThanOrEqual(texts.length);
    return texts;
  },
  "an answer of another server to an HTTP step": async () => {
    const { id } = await attacker.api.runbooks.create({
      body: {
        name: "Deep",
        status: "published",
        steps: [
          {
            ...{ type: "http", title: "Call", method: "GET", url: `${receiver.url}/deep`, timeout_seconds: 8 },
            extract: [{ name: "item", from: "body", path: "a.0.0" }],
          },
        ],
      },
    });
    const run = await attacker.api.executions.execute({ params: { id }, body: {} });
    await expect
      .poll(async () => (await attacker.api.executions.get({ params: { id: run.id } })).status)
      .not.toMatch(/queued|running/);
    return [await send("GET", `/api/runbooks/executions/${run.id}`)];
  },
  "incidents with odd and long words, and drafts from them": () =>
    each(
      [...oddValues, "A".repeat(49_000), "1".repeat(49_000), "is".repeat(24_000), `/${"a/".repeat(24_000)}`],
      async (text) => {
        const made = await post("/api/incidents", {
          title: text.slice(0, 300),
          description: text,
          source: text.slice(0, 200),
        });
        if (made.status !== 201) return made;
        const { id } = JSON.parse(made.text).data;
        const draft = await post("/api/ai/control/generate-runbook", { incident_id: id });
        return draft.status >= 500
          ? draft
          : send("GET", `/api/incidents?${new URLSearchParams({ q: text.slice(0, 200) })}`);
      },
    ),
  schedules: () =>
    each(
      [
        "*/0 * * * *",
        "0 0 31 2 *",
        "99999999999 * * * *",
        "* * * * L#9",
        `${"1,".repeat(49)}1 * * * *`,
        "constructor",
        "0 3 * * *",
      ],
      (cron) =>
        post("/api/alerts/silences", {
          kind: "maintenance",
          matchers: [{ name: "alertname", operator: "=", value: "x" }],
          comment: "x",
          recurrence: { cron, timezone: cron === "constructor" ? cron : "UTC", duration_minutes: 60 },
        }),
    ),
  "forms of the catalog": async () => {
    const properties = Object.fromEntries(
      (["uri", "email", "hostname", "ipv4", "ipv6", "date-time"] as const).map((format) => [
        format,
        { type: "string" as const, format },
      ]),
    );
    const item = await attacker.api.catalog.create({ body: { name: "Hostile", form: { type: "object", properties } } });
    return each(["a.", "a-", "1:", "@", "%20", "//", "[", ""], (part) =>
      post("/api/itsm/requests", {
        catalog_item_id: item.id,
        inputs: Object.fromEntries(
          part === "" ? [] : Object.keys(properties).map((name) => [name, part.repeat(3_000)]),
        ),
      }),
    );
  },
  "tokens and licenses": () =>
    each(
      [...oddValues, `${"a".repeat(8_000)}.${"b".repeat(8_000)}.c`, ".".repeat(2_000), "eyJ".repeat(4_000), "x"],
      async (token) => {
        const answers = [
          await query("/api/incidents", { limit: "1" }),
          await post("/api/admin/license", { license: token }),
          await post("/api/oncall/links/read", { token }),
          await post("/api/reports/unsubscribe", { token }),
          await send("GET", "/api/incidents", undefined, {
            authorization: `Bearer ${token.replace(/[^\x20-\x7e]/g, "?")}`,
          }),
        ];
        return answers.find(({ status }) => status >= 500) ?? (answers[0] as Sent);
      },
    ),
  "messages of MCP clients": () =>
    each([[], deepText, { jsonrpc: "2.0", id: 1, method: "__proto__" }, {}], (message) => {
      const call = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "search_logs", arguments: { q: "((((", constructor: 1 } },
      };
      return post("/api/mcp", typeof message === "string" ? message : { ...call, ...message });
    }),
};

async function each<T>(values: readonly T[], attack: (value: T) => Promise<Sent>): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const value of values) sent.push(await attack(value));
  return sent;
}

test.each(Object.entries(attacks))("%s: every request is answered, and others do not wait", async (_, attack) => {
  let answers: Sent[] = [];
  const longest = await besideOthers(async () => {
    answers = await attack();
  });
  const failed = answers.filter(({ status }) => status >= 500);
  expect(failed.map(({ status, text }) => `${status} ${text.slice(0, 300)}`)).toEqual([]);
  expect(longest).toBeLessThan(maxSilenceMs);
  // The last text of each is a plain one. It shows that the others reached their place.
  expect(answers.at(-1)).toSatisfy(({ status }: Sent) => status >= 200 && status < 300);
});

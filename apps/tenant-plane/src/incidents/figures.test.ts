import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { IncidentStatus, WidgetQuery } from "@opsplane/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, type Plane, startPlane } from "../../test/plane.ts";
import type { JsonReport } from "../../test/read-report.ts";
import { durationText } from "../copilot/markdown.ts";

// One period, asked everywhere. What is expected is computed from the times of the moves alone.

let plane: Plane;
let api: Api;
let headers: Record<string, string>;
beforeAll(async () => {
  plane = await startPlane({ ROLE: "api" });
  const boss = await plane.tenant("enterprise");
  // A key outlasts the days through which the test travels.
  const { key } = await boss.api.apiKeys.create({ body: { name: "Figures", role: "admin" } });
  headers = { authorization: `Bearer ${key}`, "x-tenant-id": boss.tokens.user.tenant_id };
  api = plane.api(headers);
});
afterAll(() => plane.close());

const [minute, day] = [60_000, 86_400_000];
const start = (Math.floor(Date.now() / day) + 2) * day;
const period = { from: new Date(start).toISOString(), to: new Date(start + day).toISOString() };

interface Moved {
  /** In minutes from the start of the period. */
  at: number;
  incident: string;
  to: IncidentStatus;
}

/** Each incident by its moves. Those that only lead to the next one take place at the same time. */
const incidents: Record<string, Partial<Record<number, IncidentStatus[]>>> = {
  "created before, resolved in it": {
    [-240]: ["triggered"],
    [-210]: ["open", "acknowledged"],
    120: ["investigating", "resolved"],
  },
  "created before, acknowledged in it": { [-120]: ["triggered"], 60: ["open", "acknowledged"] },
  "reopened, then resolved again": {
    240: ["triggered"],
    250: ["open", "acknowledged"],
    300: ["investigating", "resolved"],
    360: ["reopened", "investigating"],
    720: ["resolved"],
  },
  "reopened and not resolved since": {
    840: ["triggered"],
    862: ["open", "acknowledged", "investigating"],
    900: ["resolved"],
    960: ["reopened"],
  },
  "never acknowledged": { 480: ["triggered"] },
  "resolved after it": {
    721: ["triggered"],
    780: ["open", "acknowledged"],
    1500: ["investigating", "resolved"],
  },
  "created after it": { 1470: ["triggered"], 1480: ["open", "acknowledged", "investigating", "resolved"] },
};

const moves: Moved[] = Object.entries(incidents)
  .flatMap(([incident, times]) =>
    Object.entries(times).flatMap(([at, statuses = []]) => statuses.map((to) => ({ at: Number(at), incident, to }))),
  )
  .sort((one, other) => one.at - other.at);

/** Makes every move at its time; returns when each incident came to a status, by the answers of the server. */
async function live(): Promise<(incident: string, status: IncidentStatus) => number[]> {
  let traveled = 0;
  const ids = new Map<string, string>();
  const done: { incident: string; to: IncidentStatus; at: number }[] = [];
  for (const { at, incident, to } of moves) {
    const ahead = start + at * minute - (Date.now() + traveled);
    if (ahead > 0) {
      plane.travel(ahead);
      traveled += ahead;
    }
    const id = ids.get(incident);
    const moved =
      id === undefined
        ? await api.incidents.create({ body: { title: incident, severity: "P2" } })
        : await api.incidents.update({ params: { id }, body: { status: to } });
    ids.set(incident, moved.id);
    done.push({ incident, to, at: Date.parse(moved.updated_at) });
  }
  return (incident, status) =>
    done.filter((each) => each.incident === incident && each.to === status).map(({ at }) => at);
}

interface Figures {
  count: number;
  mtta: number;
  mttr: number;
}

const measures = ["created", "seconds_to_acknowledge", "seconds_to_resolve"] as const;

async function ofReport(): Promise<Figures> {
  const parameters = { range: "custom" as const, ...period };
  const { id } = await api.reports.create({
    body: { name: "Figures", type: "Incident", data_sources: ["Incidents"], parameters },
  });
  const answer = await fetch(`${plane.url}/api/reports/${id}/run`, {
    ...{ method: "POST", headers: { ...headers, "content-type": "application/json" } },
    body: JSON.stringify({ format: "JSON" }),
  });
  const report: JsonReport = JSON.parse(await answer.text());
  const figure = (name: string) =>
    report.data_sources[0]?.figures.find((each) => each.name === name)?.value ?? Number.NaN;
  return {
    count: figure("Incidents"),
    mtta: figure("Mean time to acknowledge"),
    mttr: figure("Mean time to resolve"),
  };
}

async function ofKpi(): Promise<Figures> {
  const { inputs } = await api.kpis.evaluate({
    body: {
      inputs: [
        { name: "count", kind: "count", records: "incidents" },
        { name: "mtta", kind: "mean_time", time: "acknowledge_incident" },
        { name: "mttr", kind: "mean_time", time: "resolve_incident" },
      ],
      formula: "count + mtta + mttr",
      ...period,
    },
  });
  const value = (name: string) => inputs.find((each) => each.name === name)?.value ?? Number.NaN;
  return { count: value("count"), mtta: value("mtta"), mttr: value("mttr") };
}

async function ofDashboard(): Promise<Figures> {
  const { widgets } = await api.dashboards.preview({
    body: {
      widgets: measures.map((figure, index) => {
        const query: WidgetQuery = { source: "incidents", figure };
        return { ...{ id: figure, kind: "stat", title: "", x: index * 8, y: 0, w: 8, h: 4 }, options: { query } };
      }),
      dashboard_variables: [],
      ...period,
    },
  });
  const [count, mtta, mttr] = measures.map((figure) =>
    Number(widgets.find(({ id }) => id === figure)?.data?.value ?? Number.NaN),
  );
  return { count: count ?? Number.NaN, mtta: mtta ?? Number.NaN, mttr: mttr ?? Number.NaN };
}

/** The tools of the copilot, as their clients call them. */
async function ofTools(): Promise<Figures> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", plane.url), { requestInit: { headers } }));
  const call = async (name: string, input: object): Promise<{ count: number; mean_seconds: number }> => {
    const { content } = await client.callTool({ name, arguments: { ...period, ...input } });
    const [{ text } = { text: "" }] = content as { text: string }[];
    return JSON.parse(text).data;
  };
  const figures = {
    count: (await call("count_incidents", {})).count,
    mtta: (await call("incident_durations", { measure: "acknowledge" })).mean_seconds,
    mttr: (await call("incident_durations", { measure: "resolve" })).mean_seconds,
  };
  await client.close();
  return figures;
}

test("reports, KPIs, dashboards and the copilot give the same count, MTTA and MTTR of a period", async () => {
  const timesOf = await live();
  const meanOf = (names: string[], until: (incident: string) => number | undefined) =>
    names.reduce((sum, name) => sum + ((until(name) ?? Number.NaN) - (timesOf(name, "triggered")[0] ?? 0)), 0) /
    names.length /
    1000;
  const acknowledged = [
    "created before, acknowledged in it",
    "reopened, then resolved again",
    "reopened and not resolved since",
    "resolved after it",
  ];
  const resolved = ["created before, resolved in it", "reopened, then resolved again"];
  const expected = {
    count: 4,
    mtta: meanOf(acknowledged, (name) => timesOf(name, "acknowledged")[0]),
    mttr: meanOf(resolved, (name) => timesOf(name, "resolved").at(-1)),
  };
  // (180 + 10 + 22 + 59) / 4 and (360 + 480) / 2 minutes, and what the requests took.
  expect([Math.round(expected.mtta / 600), Math.round(expected.mttr / 600)]).toEqual([7, 42]);

  const answers = {
    report: await ofReport(),
    kpi: await ofKpi(),
    dashboard: await ofDashboard(),
    tools: await ofTools(),
  };
  // Answers of the server have milliseconds, and its records have microseconds.
  const near = (value: number) => expect.closeTo(value, 1);
  const same = { count: expected.count, mtta: near(expected.mtta), mttr: near(expected.mttr) };
  expect(answers).toEqual({ report: same, kpi: same, dashboard: same, tools: same });

  const ask = async (query: string) => (await api.copilot.query({ body: { query } })).answer;
  expect(await ask("How many incidents were opened yesterday?")).toContain("4 incidents");
  expect(await ask("What was our MTTA yesterday?")).toContain(`${durationText(answers.tools.mtta)} over 4 incidents`);
  expect(await ask("What was our MTTR yesterday?")).toContain(`${durationText(answers.tools.mttr)} over 2 incidents`);
});

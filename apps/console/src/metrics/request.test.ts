import { expect, test } from "vitest";
import { noQuery } from "./query-text.ts";
import { curlOf, requestOf, shiftedBack } from "./request.ts";

const interval = { from: Date.parse("2026-03-01T10:00:07Z"), to: Date.parse("2026-03-01T11:00:00Z") };

test("a query becomes the parameters of the API, from a multiple of the step", () => {
  const filters = [{ label: "host", operator: "=~", value: 'a,"b"' }] as const;
  expect(requestOf({ ...noQuery, metric: "cpu", filters, by: ["dc"], window: "5m" }, "max", interval, 30_000)).toEqual({
    metric_name: "cpu",
    start: "2026-03-01T10:00:00.000Z",
    end: "2026-03-01T11:00:00.000Z",
    step: "30s",
    match: ['host=~"a,\\"b\\""'],
    agg: "max",
    by: ["dc"],
    window: "5m",
    limit: 1000,
  });
});

test("a comparison has the same length some time before", () => {
  expect(shiftedBack({ from: 1000, to: 3000 }, 500)).toEqual({ from: 500, to: 2500 });
});

test("a shell command has the tenant and a variable in place of the token", () => {
  const request = requestOf({ ...noQuery, metric: "it's" }, "avg", interval, 60_000);
  const command = curlOf("https://ops.example.com", "t-1", request);
  expect(command).toContain("curl -s 'https://ops.example.com/api/metrics/query?metric_name=it%27s&");
  expect(command).toContain('"Authorization: Bearer $OPSPLANE_TOKEN"');
  expect(command).toContain("'x-tenant-id: t-1'");
});

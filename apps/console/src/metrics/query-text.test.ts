import { expect, test } from "vitest";
import { type BuiltQuery, noQuery, readQuery, writeQuery } from "./query-text.ts";

const aQuery = (fields: Partial<BuiltQuery>): BuiltQuery => ({ ...noQuery, metric: "cpu", ...fields });

test.each<[string, BuiltQuery]>([
  ["cpu", aQuery({})],
  ["http.server.duration", aQuery({ metric: "http.server.duration" })],
  ["node_*", aQuery({ metric: "node_*" })],
  ["-rate(cpu)", aQuery({ agg: "rate", hidden: true })],
  ["cpu,host=web-1", aQuery({ filters: [{ label: "host", operator: "=", value: "web-1" }] })],
  [
    "p95(cpu,status=~5..|4..,path!=/health) by(service,host) over(max) window(5m)",
    aQuery({
      agg: "p95",
      by: ["service", "host"],
      over: "max",
      window: "5m",
      filters: [
        { label: "status", operator: "=~", value: "5..|4.." },
        { label: "path", operator: "!=", value: "/health" },
      ],
    }),
  ],
  [
    'cpu,name="a, \\"b\\" (c)",empty="",sign="-1"',
    aQuery({
      filters: [
        { label: "name", operator: "=", value: 'a, "b" (c)' },
        { label: "empty", operator: "=", value: "" },
        { label: "sign", operator: "=", value: "-1" },
      ],
    }),
  ],
  ['""', noQuery],
])("%s is written and read", (text, query) => {
  expect(writeQuery(query)).toBe(text);
  expect(readQuery(text)).toEqual(query);
});

test.each(["", "median(cpu)", "rate(cpu", "cpu,host", "cpu,=a", "cpu nearby(host)", "cpu by()", "rate(cpu) by(host"])(
  "'%s' is not a query",
  (text) => {
    expect(readQuery(text)).toBeUndefined();
  },
);

test("an unknown function over time and a wrong window are left out", () => {
  expect(readQuery("cpu over(median) window(soon)")).toEqual(aQuery({}));
});

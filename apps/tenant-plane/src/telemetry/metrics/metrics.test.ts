import type { Input, Operations } from "@opsplane/contract";
import { compressSync, uncompressSync } from "snappy";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { aWrite, type TestSeries } from "../../../test/a-write.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../../test/plane.ts";

type MetricsQuery = Input<Operations["metrics"]["query"]>["query"];

describe.skipIf(inject("clickhouseProblem") !== "")("metrics", () => {
  let plane: SharedPlane;
  let api: Person["api"];
  const hour = 3_600_000;
  /** A full hour in the past, so that steps are aligned. */
  const start = Math.floor(Date.now() / hour) * hour - 3 * hour;
  const at = (seconds: number) => start + seconds * 1000;
  const iso = (seconds: number) => new Date(at(seconds)).toISOString();

  async function write(series: TestSeries[], of: Person = plane.admin, metadata: Parameters<typeof aWrite>[1] = []) {
    const answer = await fetch(`${plane.url}/api/ingest/prometheus`, {
      method: "POST",
      headers: { ...of.headers, "content-type": "application/x-protobuf", "content-encoding": "snappy" },
      body: new Uint8Array(aWrite(series, metadata)),
    });
    return { status: answer.status, body: (await answer.json()) as { data: Record<string, unknown> } };
  }
  const every = (seconds: number, count: number, value: (index: number) => number): TestSeries["samples"] =>
    Array.from({ length: count }, (_, index) => [value(index), at(index * seconds)]);

  beforeAll(async () => {
    plane = await sharedPlane();
    api = plane.admin.api;
    const requests = (host: string, dc: string, by: number): TestSeries => ({
      labels: { __name__: "requests_total", host, dc },
      samples: every(15, 41, (index) => index * by),
    });
    await write(
      [
        requests("a", "one", 15),
        requests("b", "one", 30),
        requests("c", "two", 45),
        { labels: { __name__: "temperature", host: "a" }, samples: every(60, 11, (index) => 20.25 + index / 4) },
        { labels: { __name__: "temperature", host: "b" }, samples: every(60, 11, (index) => -5 + index) },
      ],
      plane.admin,
      [{ metric: "requests_total", type: 1, help: "Requests answered" }],
    );
  }, 150_000);

  const points = async (query: Partial<MetricsQuery> & Pick<MetricsQuery, "metric_name">) =>
    (await api.metrics.query({ query })).series.map(({ labels, points: all }) => ({ labels, points: all }));

  test("a step has the newest value of the five minutes before it", async () => {
    const answer = await api.metrics.query({
      query: { metric_name: "temperature", start: iso(0), end: iso(240), step: "120s", match: ["host=a"] },
    });
    expect(answer).toEqual({
      metric_name: "temperature",
      start: iso(0),
      end: iso(240),
      step: "120s",
      series: [
        {
          labels: { host: "a" },
          points: [
            [at(0), 20.25],
            [at(120), 20.75],
            [at(240), 21.25],
          ],
        },
      ],
    });
    // The last sample is at 600 s and is current for five minutes.
    const [late] = await points({
      metric_name: "temperature",
      match: ["host=b"],
      start: iso(840),
      end: iso(960),
      step: "60s",
    });
    expect(late?.points).toEqual([[at(840), 5]]);
  });

  test("groups aggregate series", async () => {
    const query = { metric_name: "temperature", start: iso(60), end: iso(60), step: "60s" };
    const values = async (agg: "sum" | "avg" | "min" | "max" | "count" | "p50") =>
      (await points({ ...query, agg }))[0]?.points[0]?.[1];
    expect([await values("sum"), await values("avg"), await values("min")]).toEqual([16.5, 8.25, -4]);
    expect([await values("max"), await values("count"), await values("p50")]).toEqual([20.5, 2, 8.25]);
    const [onlyMax] = await points({
      ...query,
      over: "max",
      window: "10m",
      end: iso(600),
      start: iso(600),
      match: ["host=b"],
    });
    expect(onlyMax?.points).toEqual([[at(600), 5]]);
  });

  test("rate and increase follow resets, and groups of them are sums", async () => {
    const query = { metric_name: "requests_total", start: iso(600), end: iso(600), step: "60s", window: "5m" };
    const rates = await points({ ...query, agg: "rate", by: ["dc"] });
    expect(rates.map(({ labels, points: [point] }) => [labels.dc, Number(Number(point?.[1]).toFixed(6))])).toEqual([
      ["one", 3],
      ["two", 3],
    ]);
    await write([
      {
        labels: { __name__: "restarted_total" },
        samples: every(60, 11, (index) => (index < 6 ? index * 60 : (index - 6) * 60)),
      },
    ]);
    const [restarted] = await points({ ...query, metric_name: "restarted_total", agg: "increase", window: "10m" });
    // The window has 60 … 300, 0 … 240: 480 in nine minutes, which is 533 in ten.
    expect(restarted?.points[0]?.[1]).toBeCloseTo(480 / 0.9, 5);
  });

  test("matchers select series; an invalid matcher is refused with a reason", async () => {
    const hosts = async (...match: string[]) =>
      (await points({ metric_name: "requests_total", start: iso(600), end: iso(600), step: "60s", match })).map(
        ({ labels }) => labels.host,
      );
    expect(await hosts("host=a")).toEqual(["a"]);
    expect(await hosts("dc=one", "host!=a")).toEqual(["b"]);
    expect(await hosts('host=~"a|c"')).toEqual(["a", "c"]);
    expect(await hosts("host!~[ab]")).toEqual(["c"]);
    await expect(hosts("host")).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining("is not a matcher"),
    });
    await expect(hosts("host=~(")).rejects.toMatchObject({ status: 422 });
    await expect(points({ metric_name: "requests_total", by: ["dc"] })).rejects.toMatchObject({
      status: 422,
      details: [{ path: "by" }],
    });
  });

  test("staleness ends a series at once; NaN and infinities are values", async () => {
    await write([
      {
        labels: { __name__: "gone" },
        samples: [
          [1, at(0)],
          ["stale", at(30)],
        ],
      },
      {
        labels: { __name__: "odd" },
        samples: [
          [Number.NaN, at(0)],
          [Number.POSITIVE_INFINITY, at(60)],
          [Number.NEGATIVE_INFINITY, at(120)],
          [-0, at(180)],
        ],
      },
    ]);
    const query = { start: iso(0), end: iso(180), step: "60s" };
    expect((await points({ ...query, metric_name: "gone" }))[0]?.points).toEqual([[at(0), 1]]);
    expect((await points({ ...query, metric_name: "odd" }))[0]?.points).toEqual([
      [at(0), "NaN"],
      [at(60), "+Inf"],
      [at(120), "-Inf"],
      [at(180), 0],
    ]);
  });

  test("out-of-order and repeated samples are accepted; a value is returned exactly", async () => {
    const values = [0.1 + 0.2, 1e300, 123456789.123456, 5e-324, 2 ** 53 + 2, -273.15];
    const samples = values.map((value, index): [number, number] => [value, at(index * 60)]);
    const labels = { __name__: "exact" };
    await write([{ labels, samples: samples.toReversed() }]);
    await write([{ labels, samples }]);
    const [series] = await points({ metric_name: "exact", start: iso(0), end: iso(300), step: "60s" });
    expect(series?.points.map(([, value]) => value)).toEqual(values);
    const [counted] = await points({
      metric_name: "requests_total",
      agg: "count",
      start: iso(600),
      end: iso(600),
      step: "60s",
    });
    expect(counted?.points).toEqual([[at(600), 3]]);
  });

  test("a request with only metadata is accepted, also when repeated", async () => {
    const metadata = [{ metric: "temperature", type: 2, help: "In degrees" }];
    const [first, second] = [await write([], plane.admin, metadata), await write([], plane.admin, metadata)];
    expect([first.status, second.status]).toEqual([200, 200]);
    const { items } = await api.metrics.names({ query: { q: "temperature" } });
    expect(items).toMatchObject([{ metric_name: "temperature", type: "gauge", help: "In degrees" }]);
  });

  test("the series of an interrupted request are found after it is sent again", async () => {
    const whole = uncompressSync(
      aWrite([
        { labels: { __name__: "cut", host: "a" }, samples: [[7, at(0)]] },
        { labels: { __name__: "cut", host: "b" }, samples: [[8, at(0)]] },
      ]),
    ) as Buffer;
    const send = async (bytes: Buffer) =>
      (
        await fetch(`${plane.url}/api/ingest/prometheus`, {
          method: "POST",
          headers: { ...plane.admin.headers, "content-type": "application/x-protobuf", "content-encoding": "snappy" },
          body: new Uint8Array(compressSync(bytes)),
        })
      ).status;
    expect([await send(whole.subarray(0, -3)), await send(whole)]).toEqual([422, 200]);
    const found = await points({ metric_name: "cut", start: iso(0), end: iso(0), step: "60s" });
    expect(found.map(({ labels, points: all }) => [labels.host, all[0]?.[1]])).toEqual([
      ["a", 7],
      ["b", 8],
    ]);
  });

  test.each([
    { metric_name: "joined", match: ["dc=north"] },
    { metric_name: "join*", match: ["dc=north"] },
  ])("a repeated query %j includes series that arrived since", async (asked) => {
    const tenant = await plane.tenant();
    const one = (host: string, value: number): TestSeries => ({
      labels: { __name__: "joined", dc: "north", host },
      samples: [[value, at(0)]],
    });
    const query = { ...asked, start: iso(0), end: iso(0), step: "60s" };
    const values = async () => {
      const { series } = await tenant.api.metrics.query({ query });
      return series.map(({ labels, points: all }) => [labels.host, all[0]?.[1]]);
    };
    await write([one("a", 1)], tenant);
    expect([await values(), await values()]).toEqual([[["a", 1]], [["a", 1]]]);
    await write([one("b", 2)], tenant);
    const both = [
      ["a", 1],
      ["b", 2],
    ];
    expect([await values(), await values()]).toEqual([both, both]);
  });

  test("metric names, labels and values can be browsed", async () => {
    const { items, total } = await api.metrics.names({ query: { q: "REQUESTS" } });
    expect([items, total]).toEqual([
      [{ metric_name: "requests_total", type: "counter", unit: "", help: "Requests answered", series: 3 }],
      1,
    ]);
    expect(await api.metrics.labels({ query: { metric_name: "requests_total" } })).toEqual([
      { name: "dc", values: 2, series: 3 },
      { name: "host", values: 3, series: 3 },
    ]);
    expect(await api.metrics.values({ query: { metric_name: "requests_total", label: "dc" } })).toEqual([
      { value: "one", series: 2 },
      { value: "two", series: 1 },
    ]);
  });

  test("classic histograms have quantiles", async () => {
    const bucket = (le: string, by: number): TestSeries => ({
      labels: { __name__: "took_seconds_bucket", le },
      samples: every(60, 11, (index) => index * by),
    });
    await write([bucket("0.1", 50), bucket("0.5", 90), bucket("1", 100), bucket("+Inf", 100)]);
    const query = { metric_name: "took_seconds_bucket", start: iso(600), end: iso(600), step: "60s", window: "10m" };
    const quantile = async (agg: "p50" | "p90" | "p95") => (await points({ ...query, agg }))[0]?.points[0]?.[1];
    expect(await quantile("p50")).toBeCloseTo(0.1, 6);
    expect(await quantile("p90")).toBeCloseTo(0.5, 6);
    expect(await quantile("p95")).toBeCloseTo(0.75, 6);
  });

  test("many series of many metrics are aggregated, with and without a matcher", async () => {
    const many = Array.from({ length: 450 }, (_, index) => ({
      labels: { __name__: `many_${index % 225}`, half: index < 225 ? "first" : "second" },
      samples: [[index, at(0)]] as TestSeries["samples"],
    }));
    await write(many);
    const query = { metric_name: "many_*", agg: "count", start: iso(0), end: iso(0), step: "60s" } as const;
    const count = async (more: Partial<MetricsQuery>) => (await points({ ...query, ...more }))[0]?.points;
    expect(await count({})).toEqual([[at(0), 450]]);
    expect(await count({ match: ["half=second"] })).toEqual([[at(0), 225]]);
  });
});

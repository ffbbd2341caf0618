import { expect, test } from "vitest";
import { messageField, messageOf, numberField, textField } from "../protobuf/writer.ts";
import { attributeField, doubleField, fixed64Field, packedField, requestOf } from "./fixtures/encode.ts";
import { payload } from "./fixtures/payload.ts";
import { decodeMetrics, metricsFromJson } from "./metrics.ts";

const minute = { start: 1760000000000000000n, time: 1760000060000000000n, flags: 0 };

test("a real exporter's metrics are the same in both encodings", () => {
  const { protobuf, json } = payload("metrics");
  const [scoped] = decodeMetrics(protobuf);
  expect(scoped?.items).toEqual([
    {
      name: "temperature",
      description: "the temperature",
      unit: "1",
      data: { type: "gauge", points: [{ ...minute, attributes: [["room", "b"]], value: 21.5 }] },
    },
    {
      name: "orders",
      description: "the orders",
      unit: "1",
      data: {
        type: "sum",
        temporality: 2,
        monotonic: true,
        points: [
          { ...minute, attributes: [], value: 42 },
          { ...minute, attributes: [], value: 0 },
        ],
      },
    },
    {
      name: "latency",
      description: "the latency",
      unit: "1",
      data: {
        type: "histogram",
        temporality: 1,
        points: [
          {
            ...minute,
            attributes: [["route", "/cart"]],
            count: 3,
            sum: 7.5,
            min: 0.5,
            max: 5,
            bucketCounts: [1, 1, 1],
            explicitBounds: [1, 4],
          },
        ],
      },
    },
    {
      name: "sizes",
      description: "the sizes",
      unit: "1",
      data: {
        type: "exponential_histogram",
        temporality: 2,
        points: [
          {
            ...minute,
            attributes: [],
            count: 6,
            sum: 9,
            min: -2,
            max: 8,
            scale: 3,
            zeroCount: 1,
            zeroThreshold: 0,
            positive: { offset: -4, counts: [1, 2] },
            negative: { offset: 2, counts: [200, 0] },
          },
        ],
      },
    },
  ]);
  expect(metricsFromJson(json)).toEqual([scoped]);
});

test("a summary has its quantiles", () => {
  const quantile = messageField(6, messageOf(doubleField(1, 0.99), doubleField(2, 12.5)));
  const attribute = attributeField(7, "route", textField(1, "/cart"));
  const point = messageOf(fixed64Field(2, 1n), fixed64Field(3, 2n), fixed64Field(4, 5n), doubleField(5, 20), quantile);
  const summary = messageField(11, messageField(1, messageOf(point, attribute, numberField(8, 1))));
  const expected = {
    type: "summary",
    points: [
      {
        start: 1n,
        time: 2n,
        flags: 1,
        count: 5,
        sum: 20,
        quantiles: [{ quantile: 0.99, value: 12.5 }],
        attributes: [["route", "/cart"]],
      },
    ],
  };
  expect(onlyData(decodeMetrics(requestOf(summary)))).toEqual(expected);
  const json = {
    startTimeUnixNano: "1",
    timeUnixNano: 2,
    count: "5",
    sum: 20,
    quantileValues: [{ quantile: 0.99, value: 12.5 }],
    attributes: [{ key: "route", value: { stringValue: "/cart" } }],
    flags: 1,
  };
  expect(onlyData(fromJson({ summary: { dataPoints: [json] } }))).toEqual(expected);
});

test("repeated numbers may be packed, unpacked, or both", () => {
  const counts = [1n, 2n, 3n].map((count) => fixed64Field(6, count));
  const bounds = [0.5, 1.5].map((bound) => doubleField(7, bound));
  const [first = new Uint8Array(), ...others] = counts;
  for (const point of [
    messageOf(packedField(6, counts), packedField(7, bounds)),
    messageOf(...counts, ...bounds),
    messageOf(first, packedField(6, others), packedField(7, bounds), packedField(7, [])),
  ]) {
    expect(onlyData(decodeMetrics(requestOf(messageField(9, messageField(1, point)))))).toMatchObject({
      points: [{ bucketCounts: [1, 2, 3], explicitBounds: [0.5, 1.5] }],
    });
  }
  const unpacked = messageField(8, messageOf(numberField(2, 300), numberField(2, 4)));
  expect(onlyData(decodeMetrics(requestOf(messageField(10, messageField(1, unpacked)))))).toMatchObject({
    points: [{ positive: { offset: 0, counts: [300, 4] } }],
  });
});

test("an integer becomes the nearest number in both encodings", () => {
  const largest = 2n ** 63n - 1n;
  const binary = [largest, -largest, -1n].map((value) => messageField(1, fixed64Field(6, value)));
  const values = { points: [{ value: 2 ** 63 }, { value: -(2 ** 63) }, { value: -1 }] };
  expect(onlyData(decodeMetrics(requestOf(messageField(5, messageOf(...binary)))))).toMatchObject(values);
  const dataPoints = [{ asInt: String(largest) }, { asInt: String(-largest) }, { asInt: -1 }];
  expect(onlyData(fromJson({ gauge: { dataPoints } }))).toMatchObject(values);
});

test("a point without a value has none, and its flags say whether that is intended", () => {
  const stale = messageField(5, messageField(1, numberField(8, 1)));
  expect(onlyData(decodeMetrics(requestOf(stale)))).toMatchObject({ points: [{ value: undefined, flags: 1 }] });
  expect(onlyData(fromJson({ gauge: { dataPoints: [{ flags: 1 }] } }))).toMatchObject({
    points: [{ value: undefined, flags: 1 }],
  });
});

test("NaN and infinities are text in JSON", () => {
  const dataPoints = ["NaN", "Infinity", "-Infinity", "1.5e3"].map((asDouble) => ({ asDouble }));
  expect(onlyData(fromJson({ gauge: { dataPoints } }))).toMatchObject({
    points: [{ value: Number.NaN }, { value: Infinity }, { value: -Infinity }, { value: 1500 }],
  });
});

test("temporality may be named", () => {
  const sum = { aggregationTemporality: "AGGREGATION_TEMPORALITY_DELTA", isMonotonic: true };
  expect(onlyData(fromJson({ sum }))).toEqual({ type: "sum", temporality: 1, monotonic: true, points: [] });
});

test("a metric of an unknown type has no points", () => {
  expect(onlyData(decodeMetrics(requestOf(messageField(14, messageField(1, new Uint8Array())))))).toMatchObject({
    points: [],
  });
});

function fromJson(metric: unknown) {
  return metricsFromJson({ resourceMetrics: [{ scopeMetrics: [{ metrics: [metric] }] }] });
}

function onlyData(decoded: ReturnType<typeof decodeMetrics>) {
  return decoded[0]?.items[0]?.data;
}

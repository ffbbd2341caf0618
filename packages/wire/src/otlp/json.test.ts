import { expect, test } from "vitest";
import { WireError } from "../wire-error.ts";
import { logsFromJson } from "./logs.ts";
import { metricsFromJson } from "./metrics.ts";
import { tracesFromJson } from "./traces.ts";

const span = (value: object) => ({ resourceSpans: [{ scopeSpans: [{ spans: [{}, value] }] }] });
const at = "resourceSpans[0].scopeSpans[0].spans[1]";

test.each<[unknown, string]>([
  [null, "The request must be an object"],
  [[], "The request must be an object"],
  [{ resourceSpans: {} }, "resourceSpans must be an array"],
  [{ resourceSpans: [null] }, "resourceSpans[0] must be an object"],
  [{ resourceSpans: [{ resource: "checkout" }] }, "resourceSpans[0].resource must be an object"],
  [span({ name: 1 }), `${at}.name must be a string`],
  [span({ traceId: 1 }), `${at}.traceId must be a string`],
  [span({ startTimeUnixNano: "yesterday" }), `${at}.startTimeUnixNano must be an integer`],
  [span({ startTimeUnixNano: 1.5 }), `${at}.startTimeUnixNano must be an integer`],
  [span({ startTimeUnixNano: "" }), `${at}.startTimeUnixNano must be an integer`],
  [span({ startTimeUnixNano: -1 }), `${at}.startTimeUnixNano must be an integer from 0 to 18446744073709551615`],
  [span({ endTimeUnixNano: "18446744073709551616" }), "must be an integer from 0 to 18446744073709551615"],
  [span({ kind: "SERVER" }), `${at}.kind must be an integer`],
  [span({ status: { code: 2 ** 31 } }), `${at}.status.code must be an integer from -2147483648 to 2147483647`],
  [span({ attributes: { a: 1 } }), `${at}.attributes must be an array`],
  [span({ attributes: [{ key: 1 }] }), `${at}.attributes[0].key must be a string`],
  [span({ attributes: [{ key: "a", value: "b" }] }), `${at}.attributes[0].value must be an object`],
  [span({ attributes: [{ value: { boolValue: "true" } }] }), "attributes[0].value.boolValue must be true or false"],
  [span({ attributes: [{ value: { bytesValue: "%" } }] }), "attributes[0].value.bytesValue must be base64"],
  [
    span({ events: [{ attributes: [{ value: { arrayValue: { values: [{ intValue: {} }] } } }] }] }),
    `${at}.events[0].attributes[0].value.arrayValue.values[0].intValue must be an integer`,
  ],
])("%j is refused: %s", (value, message) => {
  expect(() => tracesFromJson(value)).toThrow(WireError);
  expect(() => tracesFromJson(value)).toThrow(message);
});

test("an invalid number is refused with the allowed values", () => {
  const gauge = { dataPoints: [{ asDouble: "much" }] };
  expect(() => metricsFromJson({ resourceMetrics: [{ scopeMetrics: [{ metrics: [{ gauge }] }] }] })).toThrow(
    'resourceMetrics[0].scopeMetrics[0].metrics[0].gauge.dataPoints[0].asDouble must be a number, "NaN", "Infinity" or "-Infinity"',
  );
});

test("ids are hexadecimal in either case; other text stays unchanged", () => {
  const [scoped] = tracesFromJson(span({ traceId: "5B8EFFF798038103D269B633813FC60C", spanId: "7uGbfsPBsXQ=" }));
  expect(scoped?.items[1]).toMatchObject({ traceId: "5b8efff798038103d269b633813fc60c", spanId: "7uGbfsPBsXQ=" });
});

test("enumerations may be named", () => {
  const [scoped] = tracesFromJson(span({ kind: "SPAN_KIND_SERVER", status: { code: "STATUS_CODE_ERROR" } }));
  expect(scoped?.items[1]).toMatchObject({ kind: 2, statusCode: 2 });
});

test("64-bit integers are text or numbers", () => {
  const [scoped] = tracesFromJson(span({ startTimeUnixNano: "18446744073709551615", endTimeUnixNano: 5 }));
  expect(scoped?.items[1]).toMatchObject({ start: 2n ** 64n - 1n, end: 5n });
});

test("null is a missing value", () => {
  const logs = { resourceLogs: [{ resource: null, scopeLogs: [{ scope: null, logRecords: [{ body: null }] }] }] };
  expect(logsFromJson(logs)).toMatchObject([{ resource: [], scope: { name: "" }, items: [{ body: null }] }]);
});

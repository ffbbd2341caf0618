import { expect, test } from "vitest";
import { payload } from "./fixtures/payload.ts";
import { decodeLogs, logsFromJson } from "./logs.ts";

test("a real exporter's log records are the same in both encodings", () => {
  const expected = [
    {
      resource: [
        ["service.name", "checkout"],
        ["process.pid", 4711],
      ],
      scope: { name: "shop/cart", version: "1.2.0", attributes: [] },
      items: [
        {
          time: 1760000001000000005n,
          observed: 1760000002000000006n,
          severityNumber: 17,
          severityText: "ERROR",
          body: {
            message: "card declined",
            amounts: [1, 2.5, null],
            raw: Uint8Array.of(0, 255),
            inner: { deep: false },
          },
          attributes: [
            ["log.file.name", "cart.log"],
            ["attempt", 2],
          ],
          traceId: "5b8efff798038103d269b633813fc60c",
          spanId: "eee19b7ec3c1b174",
          flags: 1,
          eventName: "payment.failed",
        },
      ],
    },
  ];
  const { protobuf, json } = payload("logs");
  expect(decodeLogs(protobuf)).toEqual(expected);
  expect(logsFromJson(json)).toEqual(expected);
});

test.each([
  ["SEVERITY_NUMBER_UNSPECIFIED", 0],
  ["SEVERITY_NUMBER_TRACE", 1],
  ["SEVERITY_NUMBER_INFO", 9],
  ["SEVERITY_NUMBER_ERROR2", 18],
  ["SEVERITY_NUMBER_FATAL4", 24],
])("%s is %i", (severityNumber, number) => {
  const [scoped] = logsFromJson({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ severityNumber }] }] }] });
  expect(scoped?.items[0]?.severityNumber).toBe(number);
});

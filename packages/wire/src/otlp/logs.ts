import { type AnyValue, type Attributes, anyValue, attribute } from "./any-value.ts";
import { exportRequest, type Scoped } from "./export-request.ts";
import { field, message, repeated } from "./message.ts";
import { enumeration, fixed32, id, text, time } from "./scalars.ts";

export interface LogRecord {
  /** The time of the event; 0 when the sender does not know it. */
  time: bigint;
  observed: bigint;
  severityNumber: number;
  severityText: string;
  body: AnyValue;
  attributes: Attributes;
  traceId: string;
  spanId: string;
  flags: number;
  eventName: string;
}

const severities = [
  "SEVERITY_NUMBER_UNSPECIFIED",
  ...["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"].flatMap((level) =>
    ["", "2", "3", "4"].map((step) => `SEVERITY_NUMBER_${level}${step}`),
  ),
];

const logRecord = message<LogRecord>(
  () => ({
    time: 0n,
    observed: 0n,
    severityNumber: 0,
    severityText: "",
    body: null,
    attributes: [],
    traceId: "",
    spanId: "",
    flags: 0,
    eventName: "",
  }),
  [
    field(1, "timeUnixNano", time, "time"),
    field(2, "severityNumber", enumeration(severities)),
    field(3, "severityText", text),
    field(5, "body", anyValue),
    repeated(6, "attributes", attribute),
    field(8, "flags", fixed32),
    field(9, "traceId", id),
    field(10, "spanId", id),
    field(11, "observedTimeUnixNano", time, "observed"),
    field(12, "eventName", text),
  ],
);

const request = exportRequest({ resources: "resourceLogs", scopes: "scopeLogs", items: "logRecords" }, logRecord);

export const decodeLogs: (bytes: Uint8Array) => Scoped<LogRecord>[] = request.decode;
export const logsFromJson: (value: unknown) => Scoped<LogRecord>[] = request.fromJson;

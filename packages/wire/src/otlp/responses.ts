import { messageField, messageOf, numberField, textField } from "../protobuf/writer.ts";

/** A response in the sender's encoding. */
export interface ExportResponse {
  protobuf(): Uint8Array;
  json(): object;
}

export type Signal = keyof typeof rejectedNames;

/** Export…ServiceResponse: the number of rejected rows and the reasons. Empty when every row was accepted. */
export function exportResponse(signal: Signal, rejected: number, message: string): ExportResponse {
  if (rejected === 0 && message === "") return { protobuf: () => new Uint8Array(), json: () => ({}) };
  return {
    protobuf: () => messageField(1, messageOf(numberField(1, rejected), textField(2, message))),
    // JSON writes 64-bit integers as text.
    json: () => ({ partialSuccess: { [rejectedNames[signal]]: String(rejected), errorMessage: message } }),
  };
}

/** google.rpc.Status: the body of every refusal. */
export function statusMessage(code: number, message: string): ExportResponse {
  return {
    protobuf: () => messageOf(numberField(1, code), textField(2, message)),
    json: () => ({ code, message }),
  };
}

const rejectedNames = {
  traces: "rejectedSpans",
  metrics: "rejectedDataPoints",
  logs: "rejectedLogRecords",
} as const;

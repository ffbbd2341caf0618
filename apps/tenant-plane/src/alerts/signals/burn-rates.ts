import type { GroupLine } from "../../telemetry/index.ts";
import { durationMs } from "./durations.ts";
import type { Moments } from "./group-values.ts";
import type { SignalOutcome, SignalRequest } from "./read.ts";

/** The burn rate of an objective in both windows before each moment. Windows are milliseconds. */
export interface BurnRequest {
  sloId: string;
  window: number;
  shortWindow: number;
  /** With fewer events in the longer window, nothing burns. */
  minEvents: number;
  moments: Moments;
}

/** The smaller burn rate of both windows at each moment, for many objectives at once. */
export type ReadBurnRates = (requests: readonly BurnRequest[]) => Promise<Pick<GroupLine, "values" | "there">[]>;

/** Reads the values of all policies over objectives among the requests. */
export async function readBurn(
  read: ReadBurnRates,
  requests: readonly SignalRequest[],
  outcomes: SignalOutcome[],
): Promise<void> {
  const places = requests.flatMap(({ content }, at) => (content.signal === "slos" ? [at] : []));
  if (places.length === 0) return;
  const asked = places.flatMap((at) => (requests[at] ? [burnRequest(requests[at])] : []));
  const found = await read(asked).catch((error: unknown) => ({ error }));
  for (const [index, at] of places.entries()) {
    const line = "error" in found ? undefined : found[index];
    if ("error" in found) outcomes[at] = found;
    else if (line) outcomes[at] = { values: { groups: [{ labels: {}, ...line }] } };
  }
}

function burnRequest({ content: { condition }, moments }: SignalRequest): BurnRequest {
  const { slo_id: sloId = "", window = "1h", short_window: short = window, min_calls: minEvents = 1 } = condition;
  return { sloId, window: durationMs(window), shortWindow: durationMs(short), minEvents, moments };
}

import { type TelemetryKind, telemetryKinds } from "@opsplane/contract";

const prefix = "telemetry.";

/** The meter of a kind: its charge is bytes, its count rows. */
export function meterOf(kind: TelemetryKind): string {
  return prefix + kind;
}

export const telemetryMeters = telemetryKinds.map(meterOf);

export function kindOf(meter: string): TelemetryKind {
  const kind = telemetryKinds.find((each) => meterOf(each) === meter);
  if (!kind) throw new Error(`'${meter}' is no meter of telemetry.`);
  return kind;
}

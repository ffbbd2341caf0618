import { absoluteTime, relativeTime } from "./format.ts";
import { useClock } from "./time.tsx";
import { localZone, zoneTime } from "./zone.ts";

/** `Mon 16 Nov 09:00` in a timezone of its own. The tooltip has the time in the timezone of the console. */
export function ZoneTime({ at, zone }: { at: string; zone: string }) {
  const { mode } = useClock();
  return (
    <time dateTime={at} title={absoluteTime(at, mode)}>
      {zoneTime(at, zone)}
    </time>
  );
}

/** The timezone in which the console shows times. */
export function useViewerZone(): string {
  return useClock().mode === "utc" ? "UTC" : localZone();
}

/** `Mon 16 Nov 09:00` in the timezone of the console. The tooltip says how far away it is. */
export function DayTime({ at }: { at: string }) {
  const { now } = useClock();
  const zone = useViewerZone();
  return (
    <time dateTime={at} title={`${relativeTime(at, now)}, ${zone}`}>
      {zoneTime(at, zone)}
    </time>
  );
}

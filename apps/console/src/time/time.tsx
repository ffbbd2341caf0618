import { useLocalStorage } from "@mantine/hooks";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { absoluteTime, age, dateText, relativeTime, shortTime, type TimeMode } from "./format.ts";

interface Clock {
  now: number;
  mode: TimeMode;
  setMode: (mode: TimeMode) => void;
}

const ClockContext = createContext<Clock | undefined>(undefined);

/** One clock and one choice between UTC and local time for the whole console. */
export function ClockProvider({ children }: { children: ReactNode }) {
  const [mode, setMode] = useLocalStorage<TimeMode>({
    key: "opsplane-time",
    defaultValue: "local",
    getInitialValueInEffect: false,
  });
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const clock = useMemo(
    () => ({ now, mode: mode === "utc" ? ("utc" as const) : ("local" as const), setMode }),
    [now, mode, setMode],
  );
  return <ClockContext value={clock}>{children}</ClockContext>;
}

export function useClock(): Clock {
  const clock = useContext(ClockContext);
  if (!clock) throw new Error("useClock needs a ClockProvider above it.");
  return clock;
}

const written = {
  relative: (iso: string, { now }: Clock) => relativeTime(iso, now),
  age: (iso: string, { now }: Clock) => age(iso, now),
  date: (iso: string, { mode }: Clock) => dateText(iso, mode),
  short: (iso: string, { mode }: Clock) => shortTime(iso, mode),
  absolute: (iso: string, { mode }: Clock) => absoluteTime(iso, mode),
};

/** A readable time. The tooltip has the exact time. */
export function TimeText({ at, as = "relative" }: { at: string; as?: keyof typeof written }) {
  const clock = useClock();
  return (
    <time dateTime={at} title={absoluteTime(at, clock.mode)}>
      {written[as](at, clock)}
    </time>
  );
}

import { absoluteTime, shortTime } from "../time/format.ts";
import { useClock } from "../time/time.tsx";
import classes from "./window-text.module.css";

interface WindowTextProps {
  start: string | null;
  end: string | null;
}

/** `11-15 22:00 – 23:30`: the same date is not repeated. */
export function WindowText({ start, end }: WindowTextProps) {
  const { mode } = useClock();
  if (!start) return <span className="dim">No window</span>;
  const from = shortTime(start, mode);
  const to = end ? shortTime(end, mode) : undefined;
  const sameDay = to?.slice(0, 5) === from.slice(0, 5);
  const exact = [start, end].flatMap((at) => (at ? [absoluteTime(at, mode)] : [])).join(" – ");
  return (
    <span title={exact}>
      <span className={classes.time}>{from} –</span>{" "}
      <span className={classes.time}>{to === undefined ? "open" : sameDay ? to.slice(6) : to}</span>
    </span>
  );
}

import { type HealthVerdict, healthWords } from "./health.ts";
import classes from "./health-mark.module.css";

/** The health of a service: a colored dot and its word. The reason is the tooltip. */
export function HealthMark({ verdict: { health, reason } }: { verdict: HealthVerdict }) {
  return (
    <span className={classes.mark} data-health={health} title={reason}>
      {healthWords[health]}
    </span>
  );
}

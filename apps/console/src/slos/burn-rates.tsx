import { burnWindows, type Slo } from "@opsplane/contract";
import { Burn } from "./slo-table.tsx";
import classes from "./slos.module.css";

const windowWords = {
  "5m": "5 minutes",
  "30m": "30 minutes",
  "1h": "1 hour",
  "2h": "2 hours",
  "6h": "6 hours",
  "1d": "1 day",
  "3d": "3 days",
};

/** How fast the budget was spent lately. */
export function BurnRates({ slo: { status, window_days } }: { slo: Slo }) {
  return (
    <>
      <dl className={classes.rates}>
        {burnWindows.map((window) => (
          <div key={window}>
            <dt>{windowWords[window]}</dt>
            <dd>
              <Burn rate={status.burn_rates[window]} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>
        At 1× the budget lasts exactly {window_days} {window_days === 1 ? "day" : "days"}.
      </p>
    </>
  );
}

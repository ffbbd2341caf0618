import type { IngestHealth, TelemetryKind } from "@opsplane/contract";
import { useEffect, useRef, useState } from "react";
import { useProfile } from "../session/context.tsx";
import { TimeText, useClock } from "../time/time.tsx";
import { Panel } from "../ui/panel.tsx";
import { byteText, countText } from "../ui/quantity.ts";
import { type Loadable, QueryFace } from "../ui/query-face.tsx";
import table from "../ui/table.module.css";
import classes from "./home.module.css";
import { type IngestState, ingestState, ratesBetween } from "./ingest-state.ts";

const names: Record<TelemetryKind, string> = { logs: "Logs", metrics: "Metrics", traces: "Traces", flows: "Flows" };
const stateWords: Record<IngestState, string> = {
  receiving: "Receiving",
  stale: "No data lately",
  never: "Never received",
};

/** Whether each signal arrives, and how much. */
export function IngestPanel({ ingest }: { ingest: Loadable<IngestHealth> }) {
  const { modules } = useProfile();
  const { now } = useClock();
  const rates = useRates(ingest.data);
  return (
    <Panel title="Ingest health">
      <QueryFace query={ingest}>
        {({ store_up, signals }) => (
          <>
            {store_up ? null : (
              <p className={classes.problem} role="alert">
                The telemetry store cannot be reached. New data is refused until it is back.
              </p>
            )}
            <div className={classes.scroll}>
              <table className={table.table} aria-label="Ingest health">
                <thead>
                  <tr>
                    <th scope="col">Signal</th>
                    <th scope="col">State</th>
                    <th scope="col">Last</th>
                    <th scope="col">Rate</th>
                    <th scope="col">Today</th>
                  </tr>
                </thead>
                <tbody>
                  {signals
                    .filter(({ kind }) => kind !== "flows" || modules.includes("netflow"))
                    .map((signal) => {
                      const state = ingestState(signal, now);
                      return (
                        <tr key={signal.kind}>
                          <td>{names[signal.kind]}</td>
                          <td>
                            <span className={classes.state} data-state={state}>
                              {stateWords[state]}
                            </span>
                          </td>
                          <td>{signal.last_received_at ? <TimeText at={signal.last_received_at} /> : "–"}</td>
                          <td>{rateWords(rates?.get(signal.kind))}</td>
                          <td>
                            {countText(signal.rows_today)} <span className="dim">{byteText(signal.bytes_today)}</span>
                          </td>
                        </tr>
                      );
                    })}
                </tbody>
              </table>
            </div>
          </>
        )}
      </QueryFace>
    </Panel>
  );
}

function rateWords(rate: number | undefined): string {
  if (rate === undefined) return "–";
  return rate < 10 ? `${Number(rate.toPrecision(2))}/s` : `${countText(Math.round(rate))}/s`;
}

/** Rows a second between the last two answers. */
function useRates(health: IngestHealth | undefined): ReadonlyMap<TelemetryKind, number> | undefined {
  const last = useRef<{ health: IngestHealth; at: number }>(undefined);
  const [rates, setRates] = useState<ReadonlyMap<TelemetryKind, number>>();
  useEffect(() => {
    if (!health) return;
    const at = Date.now();
    if (last.current) setRates(ratesBetween(last.current.health, health, at - last.current.at));
    last.current = { health, at };
  }, [health]);
  return rates;
}

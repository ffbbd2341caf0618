import { TimeText } from "../../time/time.tsx";
import { TextLink } from "../../ui/links.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { useSpanLogs } from "../queries.ts";
import { intervalOfTrace, logsOf } from "./around.ts";
import classes from "./panel.module.css";
import type { Trace } from "./trace-view.tsx";

/** The logs that name this span, newest first. */
export function SpanLogs({ trace, spanId }: { trace: Trace; spanId: string }) {
  const logs = useSpanLogs(trace.trace_id, spanId, intervalOfTrace(trace));
  return (
    <>
      <QueryFace
        query={logs}
        isEmpty={(records) => records.length === 0}
        empty={<p className={classes.none}>No logs with this span ID.</p>}
        loading={
          <p className={classes.none} role="status">
            Loading…
          </p>
        }
      >
        {(records) => (
          <ul className={classes.logs}>
            {records.map(({ id, timestamp, level, message }) => (
              <li key={id} data-level={level}>
                <span className="dim">
                  <TimeText at={timestamp} as="short" />
                </span>{" "}
                <b>{level}</b> {message}
              </li>
            ))}
          </ul>
        )}
      </QueryFace>
      <TextLink to="/logs" search={logsOf(trace, spanId)} fz="inherit">
        Open in logs
      </TextLink>
    </>
  );
}

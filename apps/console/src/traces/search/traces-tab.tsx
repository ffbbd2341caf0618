import { Button, Group } from "@mantine/core";
import type { TraceSummary } from "@opsplane/contract";
import { absoluteTime } from "../../time/format.ts";
import type { Interval } from "../../time/range.ts";
import { useClock } from "../../time/time.tsx";
import { pointLabel } from "../../ui/chart/time-labels.ts";
import { PlainLink } from "../../ui/links.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { useTraces } from "../queries.ts";
import { durationText } from "./chips.ts";
import type { SpanQuery } from "./filters.ts";
import classes from "./results.module.css";

interface TracesTabProps {
  query: SpanQuery;
  interval: Interval;
  isEmptyWindow: boolean;
}

/** The traces, newest first. */
export function TracesTab({ query, interval, isEmptyWindow }: TracesTabProps) {
  const list = useTraces(query, interval, !isEmptyWindow);
  if (isEmptyWindow) return null;
  return (
    <QueryFace
      query={list}
      isEmpty={(traces) => traces.length === 0}
      empty={<p className={classes.note}>No traces in the selection.</p>}
    >
      {(traces) => (
        <>
          <div className={table.card} aria-busy={list.isPlaceholderData}>
            <TraceTable traces={traces} />
          </div>
          {list.hasNextPage ? (
            <Group justify="center" mt="md">
              <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show more
              </Button>
            </Group>
          ) : null}
        </>
      )}
    </QueryFace>
  );
}

function TraceTable({ traces }: { traces: readonly TraceSummary[] }) {
  const { mode } = useClock();
  const longest = traces.reduce((most, { duration_ms }) => Math.max(most, duration_ms), 0);
  return (
    <table className={`${table.table} ${classes.traces}`} aria-label="Traces">
      <TableHead columns={["Trace", "Duration", { wide: "Services" }, { wide: "Spans" }, { wide: "Started" }]} />
      <tbody>
        {traces.map((trace) => (
          <tr key={trace.trace_id}>
            <td className={classes.name}>
              <PlainLink to="/traces/$traceId" params={{ traceId: trace.trace_id }} className={table.main ?? ""}>
                <b>{trace.service}</b> {trace.operation}
              </PlainLink>
              {trace.complete ? null : <span className={table.sub}> root missing</span>}
            </td>
            <td className={classes.duration}>
              <span data-failed={trace.errors > 0}>{durationText(trace.duration_ms)}</span>
              <i style={{ width: `${(trace.duration_ms / longest) * 100}%` }} data-failed={trace.errors > 0} />
              {trace.errors > 0 ? <span className={classes.failed}>{failedText(trace.errors)}</span> : null}
            </td>
            <td className={table.wide}>
              <ServiceText services={trace.services} />
            </td>
            <td className={table.wide}>{trace.spans.toLocaleString("en")}</td>
            <td className={`${table.wide} ${classes.time}`}>
              <time dateTime={trace.start} title={absoluteTime(trace.start, mode)}>
                {pointLabel(Date.parse(trace.start), 1000, mode)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const maxNamed = 3;

function ServiceText({ services }: { services: readonly string[] }) {
  const more = services.length - maxNamed;
  return (
    <span className={`truncate ${classes.services}`} title={services.join(", ")}>
      {services.slice(0, maxNamed).join(", ")}
      {more > 0 ? <span className="dim"> +{more}</span> : null}
    </span>
  );
}

function failedText(errors: number): string {
  return errors === 1 ? "1 error" : `${errors.toLocaleString("en")} errors`;
}

import { TimeText } from "../../time/time.tsx";
import { TextLink } from "../../ui/links.tsx";
import { usePageHeading } from "../../ui/page-header.tsx";
import { Copy } from "../../ui/trace-id.tsx";
import { durationText } from "../search/chips.ts";
import { aroundTrace, logsOf } from "./around.ts";
import classes from "./trace.module.css";
import type { Trace } from "./trace-view.tsx";

export function TraceHeader({ trace }: { trace: Trace }) {
  const { trace_id, service, operation, start, duration_ms, spans, errors, services, complete, truncated } = trace;
  const heading = usePageHeading(`${service} ${operation}`);
  return (
    <header className={classes.header}>
      <div className={classes.crumbs}>
        <TextLink to="/traces" search={aroundTrace(trace)}>
          Traces
        </TextLink>
        <span aria-hidden="true">/</span>
        <code className="mono truncate">{trace_id}</code>
        <Copy text={trace_id} what="trace ID" />
      </div>
      <div className={classes.headLine}>
        <h1 ref={heading} tabIndex={-1}>
          <span className="dim">{service}</span> {operation}
        </h1>
        <dl className={classes.facts}>
          <Fact name="Duration">{durationText(duration_ms)}</Fact>
          <Fact name="Spans">{spans.toLocaleString("en")}</Fact>
          <Fact name="Errors">
            <span className={errors > 0 ? classes.failed : ""}>{errors.toLocaleString("en")}</span>
          </Fact>
          <Fact name="Services">{services.length}</Fact>
          <Fact name="Started">
            <TimeText at={start} as="absolute" />
          </Fact>
        </dl>
        <TextLink to="/logs" search={logsOf(trace)} fz="inherit">
          Logs of this trace
        </TextLink>
      </div>
      {complete ? null : (
        <p className={classes.warning} role="status">
          The root span is missing. The earliest spans are shown as roots.
        </p>
      )}
      {truncated ? (
        <p className={classes.warning} role="status">
          The trace has {spans.toLocaleString("en")} spans. The first {trace.span_list.length.toLocaleString("en")} are
          shown.
        </p>
      ) : null}
    </header>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import { CloseButton } from "@mantine/core";
import type { Span } from "@opsplane/contract";
import type { ReactNode } from "react";
import { TextLink } from "../../ui/links.tsx";
import { percentText } from "../../ui/quantity.ts";
import { Tag } from "../../ui/tag.tsx";
import { durationText } from "../search/chips.ts";
import { AttributeTable } from "./attribute-table.tsx";
import classes from "./panel.module.css";
import { EventList } from "./span-events.tsx";
import { SpanLogs } from "./span-logs.tsx";
import type { Trace } from "./trace-view.tsx";
import type { TraceModel } from "./use-trace-view.ts";

interface SpanPanelProps {
  trace: Trace;
  model: TraceModel;
  position: number;
  onClose: () => void;
}

/** Everything that is known about one span. */
export function SpanPanel({ trace, model, position, onClose }: SpanPanelProps) {
  const node = model.tree.nodes[position];
  if (!node) return null;
  const { span } = node;
  const onPath = (model.path.get(position) ?? []).reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    <aside className={classes.panel} aria-label={`Span ${span.name}`}>
      <div className={classes.head}>
        <div className={classes.title}>
          <div className="dim">
            <i className={classes.dot} style={{ background: model.colors.get(span.service) }} /> {span.service}
          </div>
          <h2>{span.name}</h2>
          <div className={classes.tags}>
            <Tag tone={span.status === "error" ? "bad" : span.status === "ok" ? "good" : "quiet"}>
              {span.status === "unset" ? "no status" : span.status}
            </Tag>
            <Tag>{span.kind}</Tag>
            {node.isOrphan ? <Tag tone="notice">parent missing</Tag> : null}
          </div>
        </div>
        <CloseButton aria-label="Close span" onClick={onClose} />
      </div>
      {span.status_message ? <p className={classes.message}>{span.status_message}</p> : null}
      <dl className={classes.times}>
        <Time name="Duration">{durationText(span.duration_ms)}</Time>
        <Time name="Self time">
          {durationText(model.selves[position] ?? 0)}
          {span.duration_ms > 0 ? ` (${percentText(model.selves[position] ?? 0, span.duration_ms)})` : null}
        </Time>
        <Time name="Starts after">{durationText(node.from)}</Time>
        <Time name="On critical path">{onPath > 0 ? durationText(onPath) : "No"}</Time>
      </dl>
      <Section title="Events" count={span.events.length}>
        <EventList events={span.events} start={model.tree.start} />
      </Section>
      <Section title="Attributes" count={Object.keys(span.attributes).length}>
        <AttributeTable label="Attributes" attributes={span.attributes} trace={trace} />
      </Section>
      <Section title="Links" count={span.links.length}>
        <LinkList links={span.links} />
      </Section>
      <Section title="Logs">
        <SpanLogs trace={trace} spanId={span.span_id} />
      </Section>
      <Section title="Resource" count={Object.keys(span.resource).length}>
        <AttributeTable label="Resource" attributes={span.resource} trace={trace} />
      </Section>
      <p className={classes.id}>
        Span ID <code className="mono">{span.span_id}</code>
      </p>
    </aside>
  );
}

function Time({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A section with a count of zero is left out. */
function Section({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <section className={classes.section} aria-label={title}>
      <h3>
        {title} {count === undefined ? null : <span className="dim">{count}</span>}
      </h3>
      {children}
    </section>
  );
}

function LinkList({ links }: { links: Span["links"] }) {
  return (
    <ul className={classes.links}>
      {links.map(({ trace_id, span_id, attributes }) => (
        <li key={`${trace_id} ${span_id}`}>
          <TextLink to="/traces/$traceId" params={{ traceId: trace_id }} search={{ span: span_id }} className="mono">
            {trace_id}
          </TextLink>
          {Object.entries(attributes).map(([name, value]) => (
            <div key={name} className="dim">
              {name} = {value}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

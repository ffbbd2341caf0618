import type { Span, TraceSummary } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ServiceLegend } from "./legend.tsx";
import { Minimap } from "./minimap.tsx";
import { ancestorsOf, type SpanFilter } from "./rows.ts";
import { SpanPanel } from "./span-panel.tsx";
import classes from "./trace.module.css";
import { TraceHeader } from "./trace-header.tsx";
import { TraceToolbar } from "./trace-toolbar.tsx";
import { useTraceKeys } from "./use-trace-keys.ts";
import { useRows, useTraceModel } from "./use-trace-view.ts";
import { Waterfall } from "./waterfall.tsx";
import { readZoom, writeZoom, type Zoom } from "./zoom.ts";

const route = getRouteApi("/traces/$traceId");

export interface Trace extends TraceSummary {
  span_list: Span[];
  truncated: boolean;
}

export function TraceView({ trace }: { trace: Trace }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: Partial<typeof search>, replace = true) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace });
  const model = useTraceModel(trace.span_list);
  const { tree } = model;
  const filter: SpanFilter = {
    text: search.q ?? "",
    service: search.service,
    errorsOnly: search.errors === "1",
  };
  const view = useRows(model, filter, search.hide === "1");
  const zoom = readZoom(search.zoom, tree.duration);
  const opened = search.span === undefined ? undefined : tree.positions.get(search.span);
  const [cursor, setCursor] = useState(opened ?? 0);
  const setZoom = (wanted: Zoom) => change({ zoom: writeZoom(wanted, tree.duration) });
  const open = (position: number) => {
    const spanId = tree.nodes[position]?.span.span_id;
    // Opening the panel is a step back can undo; moving within it is not.
    if (spanId !== undefined) change({ span: spanId }, opened !== undefined);
  };
  const close = () => change({ span: undefined });
  const move = (position: number) => {
    view.setOpen(ancestorsOf(tree, position), true);
    setCursor(position);
    if (opened !== undefined) open(position);
  };
  useTraceKeys({ tree, view, cursor, zoom, setZoom, move, open, close });
  return (
    <div className={classes.page}>
      <TraceHeader trace={trace} />
      <div className={classes.body}>
        <div className={classes.main}>
          <TraceToolbar
            filter={filter}
            hidesOthers={search.hide === "1"}
            matches={view.matches}
            zoom={zoom}
            duration={tree.duration}
            onZoom={setZoom}
            onFilter={(changes) => change(changes)}
            onCollapse={(isCollapsed) => view.setCollapsed(new Set(isCollapsed ? tree.nodes.flatMap(collapsible) : []))}
          />
          <ServiceLegend model={model} chosen={search.service} onChoose={(service) => change({ service })} />
          <Minimap model={model} zoom={zoom} onZoom={setZoom} />
          <Waterfall model={model} view={view} zoom={zoom} cursor={cursor} onCursor={setCursor} onOpen={open} />
        </div>
        {opened === undefined ? null : (
          <SpanPanel key={search.span} trace={trace} model={model} position={opened} onClose={close} />
        )}
      </div>
    </div>
  );
}

/** Roots stay open, so that the tree keeps its first level. */
function collapsible({ depth, children }: { depth: number; children: readonly number[] }, position: number): number[] {
  return depth > 0 && children.length > 0 ? [position] : [];
}

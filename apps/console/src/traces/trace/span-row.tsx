import { IconAlertCircleFilled, IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { memo } from "react";
import { durationText } from "../search/chips.ts";
import { drawnSegments } from "./segments.ts";
import type { PathSegment } from "./timing.ts";
import type { SpanNode } from "./tree.ts";
import classes from "./waterfall.module.css";
import type { Zoom } from "./zoom.ts";

interface SpanRowProps {
  node: SpanNode;
  position: number;
  top: number;
  zoom: Zoom;
  color: string;
  segments: readonly PathSegment[];
  isCollapsed: boolean;
  isDimmed: boolean;
  isCursor: boolean;
  onToggle: () => void;
  onOpen: () => void;
}

export function rowId(position: number): string {
  return `span-row-${position}`;
}

/** Deeper levels keep the indentation of this one, so that names stay readable. */
const maxIndent = 18;

export const SpanRow = memo(function SpanRow(props: SpanRowProps) {
  const { node, position, top, zoom, color, segments, isCollapsed, isDimmed, isCursor, onToggle, onOpen } = props;
  const { span, depth, children } = node;
  const hasChildren = children.length > 0;
  const isFailed = span.status === "error";
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter opens the active row
    <div
      id={rowId(position)}
      className={classes.row}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isCursor}
      aria-expanded={hasChildren ? !isCollapsed : undefined}
      data-cursor={isCursor}
      data-dimmed={isDimmed}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onOpen}
    >
      <div className={classes.name} style={{ paddingLeft: 6 + Math.min(depth, maxIndent) * 12 }}>
        {hasChildren ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys collapse and expand
          // biome-ignore lint/a11y/noStaticElementInteractions: see above
          <span
            className={classes.chevron}
            data-collapsed={isCollapsed}
            onClick={(event) => {
              event.stopPropagation();
              onToggle();
            }}
          >
            {isCollapsed ? <IconChevronRight size={13} /> : <IconChevronDown size={13} />}
          </span>
        ) : (
          <span className={classes.chevron} />
        )}
        <i className={classes.stripe} style={{ background: color }} />
        {isFailed ? <IconAlertCircleFilled size={13} className={classes.failed} aria-label="failed" /> : null}
        <span className="truncate">
          <span className={classes.service}>{span.service}</span> {span.name}
          {isCollapsed ? <span className="dim"> +{(node.end - position - 1).toLocaleString("en")}</span> : null}
        </span>
      </div>
      <Track {...{ node, zoom, color, segments, isFailed }} />
    </div>
  );
});

interface TrackProps extends Pick<SpanRowProps, "node" | "zoom" | "color" | "segments"> {
  isFailed: boolean;
}

/** The bar of a span, the critical path on it, and its duration beside it. */
function Track({ node, zoom, color, segments, isFailed }: TrackProps) {
  const length = zoom.to - zoom.from;
  const share = (ms: number) => ((ms - zoom.from) / length) * 100;
  const isVisible = node.to >= zoom.from && node.from <= zoom.to;
  if (!isVisible) return <div className={classes.track} />;
  const [left, right] = [Math.max(0, share(node.from)), Math.min(100, share(node.to))];
  return (
    <div className={classes.track}>
      <i
        className={classes.bar}
        data-failed={isFailed}
        style={{ left: `${left}%`, width: `max(2px, ${right - left}%)`, background: color }}
      />
      {drawnSegments(segments, zoom).map(({ from, to }) => (
        <i
          key={from}
          className={classes.critical}
          style={{ left: `${share(from)}%`, width: `max(1px, ${share(to) - share(from)}%)` }}
        />
      ))}
      <span className={classes.duration} style={labelPlace(left, right)}>
        {durationText(node.span.duration_ms)}
      </span>
    </div>
  );
}

/** After the bar, before it, or on it, where there is room. */
function labelPlace(left: number, right: number) {
  if (right < 84) return { left: `calc(${right}% + 6px)` };
  if (left > 16) return { right: `calc(${100 - left}% + 6px)` };
  return { left: `calc(${left}% + 6px)` };
}

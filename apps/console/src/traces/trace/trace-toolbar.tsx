import { ActionIcon, Button, Checkbox, Group } from "@mantine/core";
import { IconZoomIn, IconZoomOut, IconZoomReset } from "@tabler/icons-react";
import { SearchField } from "../../ui/search-field.tsx";
import type { SpanFilter } from "./rows.ts";
import classes from "./trace.module.css";
import { type Zoom, zoomedBy } from "./zoom.ts";

interface TraceToolbarProps {
  filter: SpanFilter;
  hidesOthers: boolean;
  matches: readonly boolean[] | undefined;
  zoom: Zoom;
  duration: number;
  onZoom: (zoom: Zoom) => void;
  onFilter: (changes: { q?: string | undefined; errors?: string | undefined; hide?: string | undefined }) => void;
  onCollapse: (isCollapsed: boolean) => void;
}

export function TraceToolbar(props: TraceToolbarProps) {
  const { filter, hidesOthers, matches, zoom, duration, onZoom, onFilter, onCollapse } = props;
  const isWhole = zoom.from <= 0 && zoom.to >= duration;
  const found = matches?.filter(Boolean).length;
  return (
    <div className={classes.toolbar}>
      <SearchField
        label="Filter spans"
        placeholder="Name, service or attribute"
        className={classes.search ?? ""}
        value={filter.text}
        onChange={(q) => onFilter({ q: q || undefined })}
      />
      <Checkbox
        size="xs"
        label="Errors only"
        checked={filter.errorsOnly}
        onChange={(event) => onFilter({ errors: event.currentTarget.checked ? "1" : undefined })}
      />
      <Checkbox
        size="xs"
        label="Hide others"
        checked={hidesOthers}
        onChange={(event) => onFilter({ hide: event.currentTarget.checked ? "1" : undefined })}
      />
      <span role="status" className="dim">
        {found === undefined ? null : `${found.toLocaleString("en")} of ${matches?.length.toLocaleString("en")} match`}
      </span>
      <Group gap={4} ml="auto">
        <Button variant="subtle" size="compact-xs" onClick={() => onCollapse(true)}>
          Collapse all
        </Button>
        <Button variant="subtle" size="compact-xs" onClick={() => onCollapse(false)}>
          Expand all
        </Button>
        <ActionIcon aria-label="Zoom in" title="Zoom in (+)" onClick={() => onZoom(zoomedBy(zoom, 0.5, duration))}>
          <IconZoomIn size={16} />
        </ActionIcon>
        <ActionIcon
          aria-label="Zoom out"
          title="Zoom out (-)"
          disabled={isWhole}
          onClick={() => onZoom(zoomedBy(zoom, 2, duration))}
        >
          <IconZoomOut size={16} />
        </ActionIcon>
        <ActionIcon
          aria-label="Show whole trace"
          title="Show whole trace (0)"
          disabled={isWhole}
          onClick={() => onZoom({ from: 0, to: duration })}
        >
          <IconZoomReset size={16} />
        </ActionIcon>
      </Group>
    </div>
  );
}

import { ActionIcon, Loader, Skeleton, VisuallyHidden } from "@mantine/core";
import { type ChosenValues, type Widget, withVariables } from "@opsplane/contract";
import { IconMaximize } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { kinds } from "../kinds/index.ts";
import { WidgetNote } from "../kinds/widget-note.tsx";
import classes from "./board.module.css";
import { type BoardSource, useWidgetData } from "./source.ts";
import { useSeen } from "./use-seen.ts";

export interface WidgetFrameProps {
  widget: Widget;
  source: BoardSource;
  chosen: ChosenValues;
  /** Of the body, in pixels. */
  height: number;
  /** In the head: the menu of the editor. */
  actions?: ReactNode;
  onFull?: (() => void) | undefined;
}

/** A widget with its title, its data and its faces: loading, failed, empty. */
export function WidgetFrame({ widget, source, chosen, height, actions, onFull }: WidgetFrameProps) {
  const id = useId();
  const [frame, isSeen] = useSeen<HTMLElement>();
  const title = withVariables(widget.title, chosen);
  const result = useWidgetData(source, widget, isSeen);
  return (
    <article className={classes.frame} ref={frame} aria-labelledby={id} aria-busy={result.isFetching}>
      <header className={classes.frameHead}>
        <h2 id={id} className={classes.frameTitle}>
          {title || <VisuallyHidden>{kindTitle(widget)}</VisuallyHidden>}
        </h2>
        {result.isFetching && result.data ? <Loader size={12} aria-label="Refreshing" /> : null}
        {onFull ? (
          <ActionIcon
            className={classes.quiet ?? ""}
            size={24}
            aria-label={`Full screen ${title || kindTitle(widget)}`}
            onClick={onFull}
          >
            <IconMaximize size={14} />
          </ActionIcon>
        ) : null}
        {actions}
      </header>
      <div className={classes.frameBody}>
        {isSeen ? <Body widget={widget} title={title} result={result} height={height} /> : null}
      </div>
    </article>
  );
}

function kindTitle({ kind }: Widget): string {
  return kind.replaceAll("_", " ");
}

interface BodyProps {
  widget: Widget;
  title: string;
  result: ReturnType<typeof useWidgetData>;
  height: number;
}

function Body({ widget, title, result: { data: result, error }, height }: BodyProps) {
  if (result?.error) return <WidgetNote tone="bad">{result.error.message}</WidgetNote>;
  if (result?.data) return kinds[widget.kind].view({ widget, title, data: result.data, height });
  if (error) return <WidgetNote tone="bad">{error.message}</WidgetNote>;
  return (
    <div className={classes.waiting} role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton height="100%" />
    </div>
  );
}

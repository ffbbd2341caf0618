import type { ChosenValues, Widget } from "@opsplane/contract";
import classes from "./board.module.css";
import { bodyHeight, placeStyle } from "./cells.ts";
import { inReadingOrder } from "./grid.ts";
import type { BoardSource } from "./source.ts";
import { WidgetFrame } from "./widget-frame.tsx";

interface BoardProps {
  widgets: readonly Widget[];
  source: BoardSource;
  chosen: ChosenValues;
  isTv?: boolean;
  onFull?: (id: string) => void;
}

/** The widgets at their places; in one column in a narrow window. */
export function Board({ widgets, source, chosen, isTv = false, onFull }: BoardProps) {
  return (
    <div className={classes.grid} data-tv={isTv}>
      {inReadingOrder(widgets).map((widget) => (
        <div key={widget.id} className={classes.cell} style={placeStyle(widget)}>
          <WidgetFrame
            {...{ widget, source, chosen }}
            height={bodyHeight(widget)}
            onFull={onFull && (() => onFull(widget.id))}
          />
        </div>
      ))}
    </div>
  );
}

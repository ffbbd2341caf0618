import { ActionIcon, Menu, VisuallyHidden } from "@mantine/core";
import type { ChosenValues, Widget } from "@opsplane/contract";
import { IconDotsVertical, IconGripVertical } from "@tabler/icons-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import classes from "../board/board.module.css";
import { bodyHeight, gap, placeStyle, rowHeight } from "../board/cells.ts";
import { type Direction, grown, inReadingOrder, movedTo, resizedTo, stepped } from "../board/grid.ts";
import type { BoardSource } from "../board/source.ts";
import { WidgetFrame } from "../board/widget-frame.tsx";

interface EditBoardProps {
  widgets: readonly Widget[];
  source: BoardSource;
  chosen: ChosenValues;
  onChange: (widgets: Widget[]) => void;
  onEdit: (id: string) => void;
  onDuplicate: (id: string) => void;
  onRemove: (id: string) => void;
}

interface Drag {
  id: string;
  mode: "move" | "resize";
  /** Where the pointer began. */
  at: { x: number; y: number };
  from: Widget;
  now: Widget[];
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};
const columns = 24;
/** Near the edge of the window the page scrolls while something is dragged. */
const edge = 48;

/** The board while it is edited: widgets are moved and resized with the pointer, by touch and with the keyboard. */
export function EditBoard({ widgets, source, chosen, onChange, ...actions }: EditBoardProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const [said, setSaid] = useState("");
  const shown = drag?.now ?? widgets;
  const order = useStableOrder(widgets);

  const begin = (event: PointerEvent, widget: Widget, mode: Drag["mode"]) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = { x: event.pageX, y: event.clientY + scrollTop(grid.current) };
    setDrag({ id: widget.id, mode, at, from: widget, now: [...widgets] });
  };
  const follow = (event: PointerEvent) => {
    if (!drag || !grid.current) return;
    const column = (grid.current.clientWidth + gap) / columns;
    const dx = (event.pageX - drag.at.x) / column;
    const dy = (event.clientY + scrollTop(grid.current) - drag.at.y) / (rowHeight + gap);
    const { from, id } = drag;
    const now =
      drag.mode === "move"
        ? movedTo(widgets, id, from.x + dx, from.y + dy)
        : resizedTo(widgets, id, from.w + dx, from.h + dy);
    setDrag({ ...drag, now });
    scrollAtEdge(grid.current, event.clientY);
  };
  const end = () => {
    if (drag) onChange(drag.now);
    setDrag(undefined);
  };
  const cancel = () => setDrag(undefined);
  const pointer = (widget: Widget, mode: Drag["mode"]) => ({
    onPointerDown: (event: PointerEvent) => begin(event, widget, mode),
    onPointerMove: follow,
    onPointerUp: end,
    onPointerCancel: cancel,
  });

  const press = (event: KeyboardEvent<HTMLElement>, widget: Widget) => {
    // Keys of buttons and fields inside the widget are theirs.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const { id } = widget;
    const direction = directions[event.key];
    if (direction) {
      const next = event.shiftKey ? grown(widgets, id, direction) : stepped(widgets, id, direction);
      onChange(next);
      setSaid(placeText(next.find((each) => each.id === id)));
    } else if (event.key === "Delete" || event.key === "Backspace") actions.onRemove(id);
    else if (event.key === "Enter") actions.onEdit(id);
    else if (event.key === "Escape") event.currentTarget.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={classes.editing}>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <div className={classes.grid} ref={grid}>
        {byOrder(shown, order).map((widget) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and this is a widget to move
          <div
            key={widget.id}
            className={classes.cell}
            style={{ ...placeStyle(widget), order: inReadingOrder(shown).indexOf(widget) }}
            data-active={drag?.id === widget.id}
            data-widget={widget.id}
            role="group"
            aria-roledescription="movable widget"
            aria-label={`${widget.title || widget.kind.replaceAll("_", " ")}, ${placeText(widget)}`}
            aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight Shift+ArrowRight Delete Enter"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
            tabIndex={0}
            onKeyDown={(event) => press(event, widget)}
          >
            <WidgetFrame
              {...{ widget, source, chosen }}
              height={bodyHeight(widget)}
              actions={
                <>
                  <span className={classes.handle} data-handle {...pointer(widget, "move")}>
                    <IconGripVertical size={16} aria-hidden="true" />
                  </span>
                  <WidgetMenu widget={widget} widgets={widgets} onChange={onChange} {...actions} />
                </>
              }
            />
            <span className={classes.corner} data-corner aria-hidden="true" {...pointer(widget, "resize")} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Elements keep their order while they move, because an element that changes its place in the page loses the pointer and the focus. */
function useStableOrder(widgets: readonly Widget[]): readonly string[] {
  const kept = useRef<readonly string[]>([]);
  const known = new Set(kept.current);
  const added = inReadingOrder(widgets).filter(({ id }) => !known.has(id));
  if (added.length > 0) kept.current = [...kept.current, ...added.map(({ id }) => id)];
  return kept.current;
}

function byOrder(widgets: readonly Widget[], order: readonly string[]): Widget[] {
  return widgets.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}

function placeText(widget: Widget | undefined): string {
  if (!widget) return "";
  return `column ${widget.x + 1}, row ${widget.y + 1}, ${widget.w} by ${widget.h}`;
}

type WidgetMenuProps = Pick<EditBoardProps, "onChange" | "onEdit" | "onDuplicate" | "onRemove"> & {
  widget: Widget;
  widgets: readonly Widget[];
};

function WidgetMenu({ widget, widgets, onChange, onEdit, onDuplicate, onRemove }: WidgetMenuProps) {
  const { id } = widget;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon size={24} aria-label={`Actions of ${widget.title || widget.kind.replaceAll("_", " ")}`}>
          <IconDotsVertical size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onEdit(id)}>Edit</Menu.Item>
        <Menu.Item onClick={() => onDuplicate(id)}>Duplicate</Menu.Item>
        <Menu.Item onClick={() => onChange(stepped(widgets, id, "up"))}>Move up</Menu.Item>
        <Menu.Item onClick={() => onChange(stepped(widgets, id, "down"))}>Move down</Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => onRemove(id)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The closest element that scrolls. */
function scrollerOf(element: Element | null): Element | null {
  for (let each = element; each; each = each.parentElement)
    if (each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  return null;
}

function scrollTop(element: Element | null): number {
  return scrollerOf(element)?.scrollTop ?? 0;
}

function scrollAtEdge(element: Element, y: number): void {
  const scroller = scrollerOf(element);
  if (!scroller) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (y > bottom - edge) scroller.scrollBy({ top: 16 });
  if (y < top + edge) scroller.scrollBy({ top: -16 });
}

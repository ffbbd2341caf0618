import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { TimeText } from "../time/time.tsx";
import classes from "./opening-list.module.css";

interface OpeningListProps<Item> {
  label: string;
  items: readonly Item[];
  /** The columns of a line: the arrow, the cells of `line`, the time. */
  lineClass: string | undefined;
  line: (item: Item) => ReactNode;
  /** Shown under the line that is open. */
  detail: (item: Item) => ReactNode;
}

/** Lines with a time, newest first; one opens at a time. */
export function OpeningList<Item extends { id: string; created_at: string }>(props: OpeningListProps<Item>) {
  const { label, items, lineClass, line, detail } = props;
  const [opened, setOpened] = useState<string>();
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map((item) => {
        const open = item.id === opened;
        const Arrow = open ? IconChevronDown : IconChevronRight;
        return (
          <li key={item.id}>
            <button
              type="button"
              className={`${classes.line} ${lineClass}`}
              aria-expanded={open}
              onClick={() => setOpened(open ? undefined : item.id)}
            >
              <Arrow size={14} aria-hidden="true" />
              {line(item)}
              <span className={`${classes.when} dim`}>
                <TimeText at={item.created_at} />
              </span>
            </button>
            {open ? <div className={classes.detail}>{detail(item)}</div> : null}
          </li>
        );
      })}
    </ul>
  );
}

export function DetailFacts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

export function DetailError({ children }: { children: ReactNode }) {
  return <p className={classes.error}>{children}</p>;
}

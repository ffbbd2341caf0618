import type { ConfigItem } from "@opsplane/contract";
import { memo } from "react";
import { TimeText } from "../time/time.tsx";
import { PlainLink } from "../ui/links.tsx";
import table from "../ui/list-table.module.css";
import { Cell, ListRow, Placeholder } from "../ui/list-table.tsx";
import { CriticalityBadge, Marks } from "./badges.tsx";
import { ClassIcon } from "./classes.tsx";
import classes from "./item-table.module.css";

interface ItemRowProps {
  item: ConfigItem;
  classLabel: string;
  index: number;
  top: number;
  atCursor: boolean;
}

export const rowLinkId = (index: number) => `item-row-${index}`;

export const ItemRow = memo(function ItemRow({ item, classLabel, index, top, atCursor }: ItemRowProps) {
  return (
    <ListRow index={index} top={top} atCursor={atCursor}>
      <Cell className={classes.name}>
        <ClassIcon name={item.class} />
        <PlainLink
          id={rowLinkId(index)}
          className={`${table.title} truncate`}
          to="/cmdb/$id"
          params={{ id: item.id }}
          title={item.name}
        >
          {item.name}
        </PlainLink>
        <Marks incidents={item.open_incidents} changes={item.running_changes} />
      </Cell>
      <Cell className={`${classes.class} truncate`}>{classLabel}</Cell>
      <Cell className={`${classes.environment} truncate`}>{item.environment}</Cell>
      <Cell className={classes.criticality}>
        <CriticalityBadge criticality={item.criticality} />
      </Cell>
      <Cell className={`${classes.owner} truncate`}>{item.owner?.name ?? <span className="dim">Nobody</span>}</Cell>
      <Cell className={`${classes.tags} truncate`}>
        <span title={item.tags.join(", ")}>{item.tags.join(", ")}</span>
      </Cell>
      <Cell className={`${classes.updated} ${table.times}`}>
        <TimeText at={item.updated_at} as="age" />
      </Cell>
    </ListRow>
  );
});

export function PlaceholderRow({ index, top }: { index: number; top: number }) {
  return (
    <ListRow index={index} top={top}>
      <Cell className={classes.waiting}>
        <Placeholder index={index} />
      </Cell>
    </ListRow>
  );
}

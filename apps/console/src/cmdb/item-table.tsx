import type { ConfigItem } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useListCursor } from "../ui/list-cursor.ts";
import { useListScroll } from "../ui/list-scroll.ts";
import { Heading, ListTable, SortHeading } from "../ui/list-table.tsx";
import type { ListWindow } from "../ui/list-window.ts";
import { useClassLabel } from "./classes.tsx";
import type { ItemSort } from "./filters.ts";
import { ItemRow, PlaceholderRow, rowLinkId } from "./item-row.tsx";
import classes from "./item-table.module.css";

interface ItemTableProps {
  list: ListWindow<ConfigItem>;
  sort: ItemSort;
  onSort: (sort: ItemSort) => void;
}

export function ItemTable({ list, sort, onSort }: ItemTableProps) {
  const navigate = useNavigate();
  const classLabel = useClassLabel();
  const scroll = useListScroll(list);
  useListCursor({
    list,
    scroll,
    linkId: rowLinkId,
    onOpen: ({ id }) => void navigate({ to: "/cmdb/$id", params: { id } }),
  });
  return (
    <ListTable
      label="Configuration items"
      className={classes.table}
      total={list.total ?? 0}
      stale={list.stale}
      scroll={scroll}
      headings={
        <>
          <SortHeading label="Name" orders={["name", "-name"]} sort={sort} onSort={onSort} />
          <Heading>Class</Heading>
          <Heading>Environment</Heading>
          <SortHeading label="Criticality" orders={["criticality"]} sort={sort} onSort={onSort} />
          <Heading>Owner</Heading>
          <Heading className={classes.tags}>Tags</Heading>
          <SortHeading label="Changed" orders={["-updated_at", "updated_at"]} sort={sort} onSort={onSort} />
        </>
      }
      row={(index, top) => {
        const item = list.rows.get(index);
        return item ? (
          <ItemRow
            key={item.id}
            item={item}
            classLabel={classLabel(item.class)}
            index={index}
            top={top}
            atCursor={scroll.cursor === index}
          />
        ) : (
          <PlaceholderRow key={`row-${index}`} index={index} top={top} />
        );
      }}
    />
  );
}

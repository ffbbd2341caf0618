import type { ChangeListItem } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { memo } from "react";
import { ChangeStatusText, RiskBadge, typeWords } from "../records/change-badges.tsx";
import { PlainLink } from "../ui/links.tsx";
import { useListCursor } from "../ui/list-cursor.ts";
import { useListScroll } from "../ui/list-scroll.ts";
import table from "../ui/list-table.module.css";
import { Cell, Heading, ListRow, ListTable, Placeholder, SortHeading } from "../ui/list-table.tsx";
import type { ListWindow } from "../ui/list-window.ts";
import classes from "./change-table.module.css";
import type { ChangeSort } from "./filters.ts";
import { WindowText } from "./window-text.tsx";

interface ChangeTableProps {
  list: ListWindow<ChangeListItem>;
  sort: ChangeSort;
  onSort: (sort: ChangeSort) => void;
}

const rowLinkId = (index: number) => `change-row-${index}`;

export function ChangeTable({ list, sort, onSort }: ChangeTableProps) {
  const navigate = useNavigate();
  const scroll = useListScroll(list);
  useListCursor({
    list,
    scroll,
    linkId: rowLinkId,
    onOpen: ({ reference }) => void navigate({ to: "/changes/$reference", params: { reference } }),
  });
  return (
    <ListTable
      label="Changes"
      className={classes.table}
      total={list.total ?? 0}
      stale={list.stale}
      scroll={scroll}
      headings={
        <>
          <Heading>Risk</Heading>
          <Heading>Reference</Heading>
          <Heading>Title</Heading>
          <Heading className={classes.type}>Type</Heading>
          <Heading>Status</Heading>
          <SortHeading label="Window" orders={["requested_start", "-requested_start"]} sort={sort} onSort={onSort} />
          <Heading className={classes.owner}>Assignee</Heading>
        </>
      }
      row={(index, top) => {
        const change = list.rows.get(index);
        return change ? (
          <ChangeRow key={change.id} change={change} index={index} top={top} atCursor={scroll.cursor === index} />
        ) : (
          <ListRow key={`row-${index}`} index={index} top={top}>
            <Cell className={classes.risk} />
            <Cell className={classes.reference} />
            <Cell className={classes.titleCell}>
              <Placeholder index={index} />
            </Cell>
          </ListRow>
        );
      }}
    />
  );
}

interface ChangeRowProps {
  change: ChangeListItem;
  index: number;
  top: number;
  atCursor: boolean;
}

const ChangeRow = memo(function ChangeRow({ change, index, top, atCursor }: ChangeRowProps) {
  return (
    <ListRow index={index} top={top} atCursor={atCursor}>
      <Cell className={classes.risk}>
        <RiskBadge risk={change.risk_level} />
      </Cell>
      <Cell className={classes.reference}>{change.reference}</Cell>
      <Cell className={`${classes.titleCell} truncate`}>
        <PlainLink
          id={rowLinkId(index)}
          className={table.title}
          to="/changes/$reference"
          params={{ reference: change.reference }}
          title={change.title}
        >
          {change.title}
        </PlainLink>
      </Cell>
      <Cell className={classes.type}>{typeWords[change.type]}</Cell>
      <Cell className={classes.status}>
        <ChangeStatusText status={change.status} />
      </Cell>
      <Cell className={classes.window}>
        <WindowText start={change.requested_start} end={change.requested_end} />
      </Cell>
      <Cell className={`${classes.owner} truncate`}>
        {change.assignee ? change.assignee.name : <span className="dim">Nobody</span>}
      </Cell>
    </ListRow>
  );
});

import type { RequestListItem } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { memo } from "react";
import { TimeText } from "../time/time.tsx";
import { PlainLink } from "../ui/links.tsx";
import { useListCursor } from "../ui/list-cursor.ts";
import { useListScroll } from "../ui/list-scroll.ts";
import table from "../ui/list-table.module.css";
import { Cell, Heading, ListRow, ListTable, Placeholder, SortHeading } from "../ui/list-table.tsx";
import type { ListWindow } from "../ui/list-window.ts";
import { RequestStatusText } from "./badges.tsx";
import type { RequestSort } from "./filters.ts";
import classes from "./request-table.module.css";
import { TargetTag } from "./target-tag.tsx";

interface RequestTableProps {
  list: ListWindow<RequestListItem>;
  sort: RequestSort;
  onSort: (sort: RequestSort) => void;
}

const rowLinkId = (index: number) => `request-row-${index}`;

export function RequestTable({ list, sort, onSort }: RequestTableProps) {
  const navigate = useNavigate();
  const scroll = useListScroll(list);
  useListCursor({
    list,
    scroll,
    linkId: rowLinkId,
    onOpen: ({ reference }) => void navigate({ to: "/requests/$reference", params: { reference } }),
  });
  return (
    <ListTable
      label="Requests"
      className={classes.table}
      total={list.total ?? 0}
      stale={list.stale}
      scroll={scroll}
      headings={
        <>
          <Heading>Reference</Heading>
          <Heading>Title</Heading>
          <Heading>For</Heading>
          <Heading>Status</Heading>
          <SortHeading label="Target" orders={["target_at"]} sort={sort} onSort={onSort} />
          <Heading className={classes.owner}>Assignee</Heading>
          <SortHeading label="Age" orders={["-created_at", "created_at"]} sort={sort} onSort={onSort} />
        </>
      }
      row={(index, top) => {
        const request = list.rows.get(index);
        return request ? (
          <RequestRow key={request.id} request={request} index={index} top={top} atCursor={scroll.cursor === index} />
        ) : (
          <ListRow key={`row-${index}`} index={index} top={top}>
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

interface RequestRowProps {
  request: RequestListItem;
  index: number;
  top: number;
  atCursor: boolean;
}

const RequestRow = memo(function RequestRow({ request, index, top, atCursor }: RequestRowProps) {
  return (
    <ListRow index={index} top={top} atCursor={atCursor}>
      <Cell className={classes.reference}>{request.reference}</Cell>
      <Cell className={`${classes.titleCell} truncate`}>
        <PlainLink
          id={rowLinkId(index)}
          className={table.title}
          to="/requests/$reference"
          params={{ reference: request.reference }}
          title={request.title}
        >
          {request.title}
        </PlainLink>
      </Cell>
      <Cell className={`${classes.whom} truncate`}>{request.requested_by}</Cell>
      <Cell className={classes.status}>
        <RequestStatusText status={request.status} />
      </Cell>
      <Cell className={classes.target}>
        <TargetTag request={request} />
      </Cell>
      <Cell className={`${classes.owner} truncate`}>
        {request.assignee ? request.assignee.name : <span className="dim">Nobody</span>}
      </Cell>
      <Cell className={`${classes.age} ${table.times}`}>
        <TimeText at={request.created_at} as="age" />
      </Cell>
    </ListRow>
  );
});

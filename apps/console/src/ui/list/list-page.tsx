import { IconFilterOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ErrorFace, Face, RowsSkeleton } from "../faces.tsx";
import { ButtonLink, PlainLink } from "../links.tsx";
import classes from "../list-page.module.css";
import { PageHeader } from "../page-header.tsx";
import { totalText } from "../total-text.ts";
import type { FilterTable, ListLink } from "./define-list.ts";
import { ListRows } from "./list-rows.tsx";
import { ListToolbar } from "./toolbar.tsx";
import type { OpenList } from "./use-list.ts";

interface ListPageProps<Row extends { id: string }, Filters extends FilterTable, Sort extends string> {
  title: string;
  list: OpenList<Row, Filters, Sort>;
  actions?: ReactNode;
  /** In place of the list's own views. */
  views?: readonly ViewLinkProps[];
  /** More controls for the toolbar, before those of the list. */
  toolbar?: ReactNode;
  /** Shown next to the rows. */
  aside?: ReactNode;
  /** Whether rows can be selected. */
  selects?: boolean;
}

/** The page of a list: heading with the total, views, toolbar, and the rows or a face. */
export function ListPage<Row extends { id: string }, Filters extends FilterTable, Sort extends string>(
  props: ListPageProps<Row, Filters, Sort>,
) {
  const { title, list: open, actions, toolbar, aside, selects = false } = props;
  const { list, filters, rows } = open;
  const ownViews = list.views?.map(({ name, search }) => ({
    name,
    chosen: list.isIn(filters, search),
    link: list.page(search),
  }));
  return (
    <div className={classes.page}>
      <ListHead
        title={title}
        total={rows.total === undefined ? undefined : totalText(rows.total, rows.estimated)}
        actions={actions}
        views={props.views ?? ownViews ?? []}
      />
      <ListToolbar list={open}>{toolbar}</ListToolbar>
      <div className={classes.beside}>
        {aside}
        <div className={classes.body}>
          {rows.total ? <ListRows key={rows.key} list={open} selects={selects} /> : <ListFace list={open} />}
        </div>
      </div>
    </div>
  );
}

interface ListHeadProps {
  title: string;
  total?: string | undefined;
  actions?: ReactNode;
  views: readonly ViewLinkProps[];
}

export function ListHead({ title, total, actions, views }: ListHeadProps) {
  return (
    <div className={classes.head} data-views={views.length > 0}>
      <PageHeader
        title={title}
        note={total === undefined ? undefined : <span aria-live="polite">{total}</span>}
        actions={actions}
      />
      {views.length > 0 ? (
        <nav className={classes.views} aria-label="Views">
          {views.map((view) => (
            <ViewLink key={view.name} {...view} />
          ))}
        </nav>
      ) : null}
    </div>
  );
}

interface ViewLinkProps {
  name: string;
  chosen: boolean;
  link: ListLink;
}

function ViewLink({ name, chosen, link }: ViewLinkProps) {
  return (
    <PlainLink
      {...link}
      className={classes.view}
      activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      data-chosen={chosen}
      aria-current={chosen}
    >
      {name}
    </PlainLink>
  );
}

/** The faces for loading, failed, empty and no matches. Each shows the next step. */
function ListFace<Row extends { id: string }, Filters extends FilterTable, Sort extends string>({
  list: { list, filters, rows },
}: {
  list: OpenList<Row, Filters, Sort>;
}) {
  if (rows.error) return <ErrorFace error={rows.error} retry={rows.refetch} />;
  if (rows.total === undefined) return <RowsSkeleton rows={14} />;
  if (!list.isFiltered(filters)) return <list.Empty filters={filters} />;
  return (
    <Face
      icon={<IconFilterOff size={20} />}
      title={`No matching ${list.noun}`}
      actions={
        <ButtonLink {...list.page(list.cleared(filters))} variant="default">
          Clear filters
        </ButtonLink>
      }
    >
      {list.hint?.(filters) ?? "Remove a filter or shorten your search."}
    </Face>
  );
}

import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import classes from "../ui/list-page.module.css";
import { totalText } from "../ui/total-text.ts";
import { ChangeTable } from "./change-table.tsx";
import { type ChangeFilters, type ChangeSearch, readFilters, writeFilters } from "./filters.ts";
import { ListFace } from "./list-face.tsx";
import { Toolbar } from "./list-toolbar.tsx";
import { useChanges } from "./queries.ts";

interface ChangeListProps {
  search: ChangeSearch;
  mayWrite: boolean;
  /** Told how many there are, for the page's heading. */
  onTotal: (total: string | undefined) => void;
}

export function ChangeList({ search, mayWrite, onTotal }: ChangeListProps) {
  const navigate = useNavigate();
  const filters = useMemo(() => readFilters(search), [search]);
  const list = useChanges(filters);
  const total = list.total === undefined ? undefined : totalText(list.total, list.estimated);
  useEffect(() => onTotal(total), [total, onTotal]);
  const change = (changes: Partial<ChangeFilters>) =>
    void navigate({ to: "/changes", search: writeFilters({ ...filters, ...changes }), replace: "q" in changes });
  return (
    <>
      <Toolbar filters={filters} onChange={change} />
      <div className={classes.body}>
        {list.total ? (
          <ChangeTable key={list.key} list={list} sort={filters.sort} onSort={(sort) => change({ sort })} />
        ) : (
          <ListFace list={list} filters={filters} mayWrite={mayWrite} />
        )}
      </div>
    </>
  );
}

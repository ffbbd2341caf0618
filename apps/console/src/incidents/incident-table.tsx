import { Checkbox } from "@mantine/core";
import type { Incident } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useListCursor } from "../ui/list-cursor.ts";
import { useListScroll } from "../ui/list-scroll.ts";
import { Heading, ListTable, SortHeading } from "../ui/list-table.tsx";
import type { ListWindow } from "../ui/list-window.ts";
import { BulkBar } from "./bulk-bar.tsx";
import type { IncidentSort } from "./filters.ts";
import { IncidentRow, PlaceholderRow, rowLinkId } from "./incident-row.tsx";
import classes from "./incident-table.module.css";
import { useSelectionKeys } from "./list-keys.ts";

interface IncidentTableProps {
  list: ListWindow<Incident>;
  sort: IncidentSort;
  onSort: (sort: IncidentSort) => void;
  mayWrite: boolean;
}

export function IncidentTable({ list, sort, onSort, mayWrite }: IncidentTableProps) {
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const scroll = useListScroll(list);
  const current = useListCursor({
    list,
    scroll,
    linkId: rowLinkId,
    onOpen: ({ reference }) => void navigate({ to: "/incidents/$reference", params: { reference } }),
  });
  useSelectionKeys({ current, selected, setSelected, mayWrite });

  const select = (id: string, on: boolean) =>
    setSelected((now) => new Set(on ? [...now, id] : [...now].filter((other) => other !== id)));
  const loaded = [...list.rows.values()].map(({ id }) => id);
  const allSelected = loaded.length > 0 && loaded.every((id) => selected.has(id));

  return (
    <>
      <ListTable
        label="Incidents"
        className={classes.table}
        total={list.total ?? 0}
        stale={list.stale}
        scroll={scroll}
        headings={
          <>
            <Heading>
              {mayWrite ? (
                <Checkbox
                  aria-label="Select the loaded incidents"
                  checked={allSelected}
                  indeterminate={selected.size > 0 && !allSelected}
                  onChange={() => setSelected(new Set(allSelected ? [] : loaded))}
                />
              ) : null}
            </Heading>
            <SortHeading label="Sev" title="Severity" orders={["severity", "-severity"]} sort={sort} onSort={onSort} />
            <Heading>Reference</Heading>
            <Heading>Title</Heading>
            <Heading>Status</Heading>
            <Heading>Owner</Heading>
            <SortHeading
              label="Changed"
              orders={["-updated_at", "updated_at"]}
              sort={sort}
              onSort={onSort}
              className={classes.updated}
            />
            <SortHeading label="Age" orders={["-created_at", "created_at"]} sort={sort} onSort={onSort} />
          </>
        }
        row={(index, top) => {
          const incident = list.rows.get(index);
          return incident ? (
            <IncidentRow
              key={incident.id}
              incident={incident}
              index={index}
              top={top}
              atCursor={scroll.cursor === index}
              selected={selected.has(incident.id)}
              onSelect={mayWrite ? select : undefined}
            />
          ) : (
            <PlaceholderRow key={`row-${index}`} index={index} top={top} />
          );
        }}
      />
      <BulkBar selected={selected} onDone={() => setSelected(new Set())} />
    </>
  );
}

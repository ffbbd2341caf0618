import { IconFilterOff, IconPlugConnected } from "@tabler/icons-react";
import { useCallback, useMemo } from "react";
import type { Interval } from "../time/range.ts";
import { useClock } from "../time/time.tsx";
import { ErrorFace, Face, RowsSkeleton } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { columnsOf, type LogFilter, type LogSearch } from "./log-search.ts";
import { LogTable } from "./log-table.tsx";
import classes from "./logs-page.module.css";
import { useLogContext, useLogPages } from "./queries.ts";
import { RecordPanel } from "./record-panel.tsx";

interface StoredLogsProps {
  filter: LogFilter;
  interval: Interval;
  search: LogSearch;
  onChange: (change: Partial<LogSearch>) => void;
}

/** The records of the time range, with the opened one beside them. */
export function StoredLogs({ filter, interval, search, onChange }: StoredLogsProps) {
  const { mode } = useClock();
  const pages = useLogPages(filter, interval, true);
  const records = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const columns = useMemo(() => columnsOf({ columns: search.columns }), [search.columns]);
  const open = useCallback((record: string | undefined) => onChange({ record }), [onChange]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (pages.error && records.length === 0)
    return (
      <div className={classes.face}>
        <ErrorFace error={pages.error} retry={() => void pages.refetch()} />
      </div>
    );
  if (!pages.data) return <RowsSkeleton rows={14} />;
  if (records.length === 0) return <NoRecords isFiltered={Object.keys(filter).length > 0} />;
  const found = records.find(({ id }) => id === search.record);
  const close = () => open(undefined);
  return (
    <>
      <LogTable
        records={records}
        columns={columns}
        wraps={search.wrap !== undefined}
        mode={mode}
        opened={search.record}
        onOpen={open}
        onNearEnd={more}
        stale={pages.isPlaceholderData}
      />
      {found ? <RecordPanel record={found} search={search} onChange={onChange} onClose={close} /> : null}
      {search.record && !found ? (
        <ElsewhereRecord id={search.record} {...{ search, onChange }} onClose={close} />
      ) : null}
    </>
  );
}

interface ElsewhereRecordProps extends Pick<StoredLogsProps, "search" | "onChange"> {
  id: string;
  onClose: () => void;
}

/** A record of the address that is not among the loaded ones. */
function ElsewhereRecord({ id, search, onChange, onClose }: ElsewhereRecordProps) {
  const around = useLogContext(id, 1);
  return around.data ? (
    <RecordPanel record={around.data.record} search={search} onChange={onChange} onClose={onClose} />
  ) : null;
}

function NoRecords({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className={classes.face}>
      {isFiltered ? (
        <Face icon={<IconFilterOff size={20} />} title="No matching records">
          Shorten the query, remove a filter, or choose a longer time range.
        </Face>
      ) : (
        <Face
          icon={<IconPlugConnected size={20} />}
          title="No log records in this time range"
          actions={
            <>
              <ButtonLink to="/settings/collectors">Send logs</ButtonLink>
              <ButtonLink to="/logs" search={{ from: "now-7d", to: "now" }} variant="default">
                Last 7 days
              </ButtonLink>
            </>
          }
        >
          Create a collector token and send records with OpenTelemetry or as JSON.
        </Face>
      )}
    </div>
  );
}

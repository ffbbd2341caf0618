import { Button } from "@mantine/core";
import { IconAntenna } from "@tabler/icons-react";
import { useCallback, useMemo } from "react";
import { useKeys } from "../keys/keys.tsx";
import { useClock } from "../time/time.tsx";
import { Face } from "../ui/faces.tsx";
import { type LiveTail, maxTail, useLiveTail } from "./live-tail.ts";
import { columnsOf, type LogFilter, type LogSearch } from "./log-search.ts";
import { LogTable } from "./log-table.tsx";
import classes from "./logs-page.module.css";
import { RecordPanel } from "./record-panel.tsx";

interface LiveLogsProps {
  filter: LogFilter;
  search: LogSearch;
  onChange: (change: Partial<LogSearch>) => void;
}

/** New records as they are stored. Opening a record pauses. */
export function LiveLogs({ filter, search, onChange }: LiveLogsProps) {
  const { mode } = useClock();
  const tail = useLiveTail(filter, true);
  const { records, paused, setPaused } = tail;
  const columns = useMemo(() => columnsOf({ columns: search.columns }), [search.columns]);
  const open = useCallback(
    (record: string | undefined) => {
      if (record) setPaused(true);
      onChange({ record });
    },
    [onChange, setPaused],
  );
  useKeys([{ keys: "p", label: paused ? "Resume live" : "Pause live", group: "Logs", run: () => setPaused(!paused) }]);
  const found = records.find(({ id }) => id === search.record);
  return (
    <>
      <div className={classes.live}>
        <LiveBar tail={tail} />
        {records.length > 0 ? (
          <LogTable
            records={records}
            columns={columns}
            wraps={search.wrap !== undefined}
            mode={mode}
            opened={search.record}
            onOpen={open}
            follows={!paused}
          />
        ) : (
          <div className={classes.face}>
            <Face icon={<IconAntenna size={20} />} title="Waiting for new records">
              Records appear here as they are stored.
            </Face>
          </div>
        )}
      </div>
      {found ? (
        <RecordPanel record={found} search={search} onChange={onChange} onClose={() => open(undefined)} />
      ) : null}
    </>
  );
}

const statusWords: Record<LiveTail["status"], string> = {
  connecting: "Connecting…",
  live: "Live",
  reconnecting: "Connection lost. Reconnecting…",
  "paused by the server": "The telemetry store cannot be reached. Waiting…",
};

function LiveBar({ tail: { status, paused, waiting, skipped, records, setPaused } }: { tail: LiveTail }) {
  return (
    <div className={classes.liveBar}>
      <Button size="compact-sm" variant={paused ? "filled" : "default"} onClick={() => setPaused(!paused)}>
        {paused ? `Resume${waiting > 0 ? ` (${waiting.toLocaleString("en")} new)` : ""}` : "Pause"}
      </Button>
      <span role="status">{paused ? "Paused" : statusWords[status]}</span>
      {skipped > 0 ? <span>{skipped.toLocaleString("en")} left out, because too many arrived at once</span> : null}
      {records.length >= maxTail ? <span>The newest {maxTail.toLocaleString("en")} are kept</span> : null}
    </div>
  );
}

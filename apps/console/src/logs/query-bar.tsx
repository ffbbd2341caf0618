import { Button, Menu, Tooltip } from "@mantine/core";
import {
  IconDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconSearch,
  IconTextWrap,
  IconTextWrapDisabled,
} from "@tabler/icons-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useApi } from "../api/api.tsx";
import type { Interval } from "../time/range.ts";
import { QueryField } from "../ui/query-field/query-field.tsx";
import { toastError } from "../ui/toast.tsx";
import { filterOf, type LogSearch } from "./log-search.ts";
import classes from "./logs-page.module.css";
import { useExport } from "./queries.ts";
import { suggestionsOf } from "./suggestions.ts";

interface QueryBarProps {
  search: LogSearch;
  interval: Interval;
  recent: readonly string[];
  onRun: (q: string) => void;
  onChange: (change: Partial<LogSearch>) => void;
  /** More controls. */
  children: ReactNode;
}

/** The query field with the actions on its result. */
export function QueryBar({ search, interval, recent, onRun, onChange, children }: QueryBarProps) {
  const api = useApi();
  const { q = "" } = search;
  const [draft, setDraft] = useState(q);
  // The address changes the field: back, a facet, a saved query.
  useEffect(() => setDraft(q), [q]);
  const latest = useRef(interval);
  useEffect(() => {
    latest.current = interval;
  });
  const suggestions = useMemo(() => suggestionsOf(api, () => latest.current), [api]);
  const isLive = search.live !== undefined;
  return (
    <div className={classes.bar}>
      <div className={classes.query}>
        <QueryField
          label="Log query"
          placeholder="Search logs, such as: timeout level:>=warn service:checkout"
          value={draft}
          onChange={setDraft}
          onRun={onRun}
          suggestions={suggestions}
          recent={recent}
        />
      </div>
      <Button leftSection={<IconSearch size={14} />} onClick={() => onRun(draft)}>
        Search
      </Button>
      <Button
        variant={isLive ? "filled" : "default"}
        aria-pressed={isLive}
        leftSection={isLive ? <IconPlayerPause size={14} /> : <IconPlayerPlay size={14} />}
        onClick={() => onChange({ live: isLive ? undefined : "1", record: undefined, tab: undefined })}
      >
        {isLive ? "Stop live" : "Live"}
      </Button>
      {children}
      <Tooltip label={search.wrap ? "Do not wrap lines" : "Wrap lines"}>
        <Button
          variant="default"
          px={8}
          aria-label="Wrap lines"
          aria-pressed={search.wrap !== undefined}
          onClick={() => onChange({ wrap: search.wrap ? undefined : "1" })}
        >
          {search.wrap ? <IconTextWrap size={15} /> : <IconTextWrapDisabled size={15} />}
        </Button>
      </Tooltip>
      <ExportMenu search={search} interval={interval} />
    </div>
  );
}

function ExportMenu({ search, interval }: Pick<QueryBarProps, "search" | "interval">) {
  const { mutate, isPending } = useExport(filterOf(search), interval);
  const save = (format: "csv" | "ndjson") => mutate(format, { onError: (error) => toastError(error, "Export failed") });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" px={8} aria-label="Export" loading={isPending}>
          <IconDownload size={15} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Newest 100,000 matching records</Menu.Label>
        <Menu.Item onClick={() => save("csv")}>Export as CSV</Menu.Item>
        <Menu.Item onClick={() => save("ndjson")}>Export as NDJSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import { SegmentedControl } from "@mantine/core";
import { IconFilterOff, IconPlugConnected } from "@tabler/icons-react";
import { useMemo } from "react";
import type { Interval } from "../time/range.ts";
import { Face } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { countText } from "../ui/quantity.ts";
import { QueryFace } from "../ui/query-face.tsx";
import { SearchField } from "../ui/search-field.tsx";
import type { LogFilter, LogSearch } from "./log-search.ts";
import classes from "./patterns.module.css";
import { PatternsTable } from "./patterns-table.tsx";
import { usePatterns } from "./queries.ts";

interface PatternsTabProps {
  filter: LogFilter;
  interval: Interval;
  search: LogSearch;
  onChange: (change: Partial<LogSearch>) => void;
}

/** What the matching records say, without their values. */
export function PatternsTab({ filter, interval, search, onChange }: PatternsTabProps) {
  const sort = search.sort === "novelty" ? "novelty" : "count";
  const patterns = usePatterns(filter, interval, sort);
  const { find = "" } = search;
  const all = patterns.data?.patterns;
  const shown = useMemo(() => all?.filter((pattern) => isFound(pattern, find)) ?? [], [all, find]);
  return (
    <section className={classes.panel} aria-label="Patterns">
      <div className={classes.tools}>
        <SearchField
          label="Find patterns"
          placeholder="Find patterns…"
          value={find}
          onChange={(text) => onChange({ find: text || undefined })}
        />
        <SegmentedControl
          size="xs"
          aria-label="Order"
          value={sort}
          onChange={(chosen) => onChange({ sort: chosen === "novelty" ? chosen : undefined })}
          data={[
            { value: "count", label: "Most frequent" },
            { value: "novelty", label: "What changed" },
          ]}
        />
        {patterns.data ? <Extent answer={patterns.data} shown={shown.length} /> : null}
      </div>
      <QueryFace
        query={patterns}
        isEmpty={(answer) => answer.patterns.length === 0}
        empty={<NoPatterns isFiltered={Object.keys(filter).length > 0} />}
      >
        {() =>
          shown.length > 0 ? (
            <PatternsTable patterns={shown} q={search.q ?? ""} stale={patterns.isPlaceholderData} />
          ) : (
            <p className={classes.none}>No pattern contains “{find}”.</p>
          )
        }
      </QueryFace>
    </section>
  );
}

type PatternsResult = NonNullable<ReturnType<typeof usePatterns>["data"]>;

/** How much was read. */
function Extent({ answer, shown }: { answer: PatternsResult; shown: number }) {
  const { pattern_count, patterns, matched, read, sampled, left_out } = answer;
  const cut = pattern_count > patterns.length ? ` of ${countText(pattern_count)}` : "";
  return (
    <p className={classes.extent} aria-live="polite">
      {countText(shown)}
      {cut} {shown === 1 && cut === "" ? "pattern" : "patterns"}
      {sampled ? `, estimated from ${countText(read)} of ${countText(matched)} records` : ""}
      {left_out > 0 ? `; ${countText(left_out)} rare records are left out` : ""}
    </p>
  );
}

function isFound({ template, example, services }: PatternsResult["patterns"][number], find: string): boolean {
  const wanted = find.toLowerCase();
  return [template, example, ...services.map(({ service }) => service)].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

function NoPatterns({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Face icon={<IconFilterOff size={20} />} title="No matching records">
      Shorten the query, remove a filter, or choose a longer time range.
    </Face>
  ) : (
    <Face
      icon={<IconPlugConnected size={20} />}
      title="No log records in this time range"
      actions={<ButtonLink to="/settings/collectors">Send logs</ButtonLink>}
    >
      Patterns appear here when records arrive.
    </Face>
  );
}

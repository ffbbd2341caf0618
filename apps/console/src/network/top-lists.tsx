import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import type { Interval } from "../time/range.ts";
import { Panel } from "../ui/panel.tsx";
import { byteText, countText } from "../ui/quantity.ts";
import { type Loadable, QueryFace } from "../ui/query-face.tsx";
import { CiName } from "./ci-name.tsx";
import { type FilterName, type FlowSearch, filterWords } from "./flow-filter.ts";
import type { FlowSummary } from "./flow-totals.tsx";
import classes from "./network.module.css";
import { portText } from "./paths.ts";
import { useNames, useTalkers } from "./queries.ts";

interface TopListsProps {
  search: FlowSearch;
  interval: Interval;
  flows: Loadable<{ summary: FlowSummary }>;
  onFilter: (search: FlowSearch) => void;
}

/** The ports, sources, destinations and protocols with most bytes. A click filters by one. */
export function TopLists({ search, interval, flows, onFilter }: TopListsProps) {
  const sources = useTalkers(search, interval, "src_ip");
  const targets = useTalkers(search, interval, "dst_ip");
  const protocols = useTalkers(search, interval, "protocol");
  const names = useNames([...(sources.data ?? []), ...(targets.data ?? [])].map(({ key }) => key));
  const addresses = (row: { key: string; label: string; bytes: number; flows: number }) => ({
    ...{ ...row, value: row.key, text: row.key },
    aside: <CiName items={names.get(row.key)} fallback={row.label} />,
  });
  const filter = (name: FilterName) => (value: string) => onFilter({ [name]: value });
  return (
    <div className={classes.lists}>
      <TopList title="Top destination ports" name="dst_port" query={flows} onChoose={filter("dst_port")}>
        {({ summary }) =>
          summary.top_dest_ports.map(({ dst_port, label, bytes, flows: count }) => ({
            ...{ value: String(dst_port), text: portText(dst_port, label), bytes, flows: count },
          }))
        }
      </TopList>
      <TopList title="Top sources" name="src_ip" query={sources} onChoose={filter("src_ip")}>
        {(rows) => rows.map(addresses)}
      </TopList>
      <TopList title="Top destinations" name="dst_ip" query={targets} onChoose={filter("dst_ip")}>
        {(rows) => rows.map(addresses)}
      </TopList>
      <TopList title="Top protocols" name="protocol" query={protocols} onChoose={filter("protocol")}>
        {(rows) => rows.map(({ key, label, ...row }) => ({ ...row, value: key, text: label }))}
      </TopList>
    </div>
  );
}

interface TopRow {
  value: string;
  text: string;
  bytes: number;
  flows: number;
  aside?: ReactNode;
}

interface TopListProps<T> {
  title: string;
  name: FilterName;
  query: Loadable<T>;
  onChoose: (value: string) => void;
  children: (data: T) => TopRow[];
}

function TopList<T>({ title, name, query, onChoose, children }: TopListProps<T>) {
  return (
    <Panel title={title}>
      <QueryFace query={query}>
        {(data) => {
          const rows = children(data);
          const most = Math.max(1, ...rows.map(({ bytes }) => bytes));
          if (rows.length === 0) return <p className={classes.none}>None in this range.</p>;
          return (
            <ol className={classes.top} aria-label={title}>
              {rows.map(({ value, text, bytes, flows, aside }) => (
                <li key={value}>
                  <span className={classes.share} style={{ width: `${(bytes / most) * 100}%` }} aria-hidden="true" />
                  <UnstyledButton
                    className={classes.topName ?? ""}
                    aria-label={`Filter by ${filterWords[name].toLowerCase()} ${text}`}
                    onClick={() => onChoose(value)}
                  >
                    {text}
                  </UnstyledButton>
                  <span className={classes.aside}>{aside}</span>
                  <span className={classes.figure} title={`${countText(flows)} flows`}>
                    {byteText(bytes)}
                  </span>
                </li>
              ))}
            </ol>
          );
        }}
      </QueryFace>
    </Panel>
  );
}

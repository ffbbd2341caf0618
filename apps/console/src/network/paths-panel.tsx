import { SegmentedControl } from "@mantine/core";
import type { FlowPairs } from "@opsplane/contract";
import { useMemo } from "react";
import type { Interval } from "../time/range.ts";
import { EChart } from "../ui/chart/echart.tsx";
import { Panel } from "../ui/panel.tsx";
import { byteText, countText, percentText } from "../ui/quantity.ts";
import { QueryFace } from "../ui/query-face.tsx";
import table from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { CiName } from "./ci-name.tsx";
import type { FlowSearch } from "./flow-filter.ts";
import classes from "./network.module.css";
import { pathsOf, portText } from "./paths.ts";
import { type Names, useNames, usePairs } from "./queries.ts";

interface PathsProps {
  search: FlowSearch & { paths?: string | undefined };
  interval: Interval;
  onSearch: (search: { paths?: string | undefined }) => void;
}

const views = [
  { value: "diagram", label: "Diagram" },
  { value: "table", label: "Table" },
];

/** Which source sends how much to which destination and port. */
export function Paths({ search, interval, onSearch }: PathsProps) {
  const pairs = usePairs(search, interval);
  const names = useNames((pairs.data?.pairs ?? []).flatMap(({ src_ip, dst_ip }) => [src_ip, dst_ip]));
  const isTable = search.paths === "table";
  return (
    <Panel
      title="Source → destination → port"
      action={
        <SegmentedControl
          aria-label="Show paths as"
          data={views}
          value={isTable ? "table" : "diagram"}
          onChange={(view) => onSearch({ paths: view === "table" ? view : undefined })}
        />
      }
    >
      <QueryFace
        query={pairs}
        isEmpty={(data) => data.pairs.length === 0}
        empty={<p className={classes.none}>None in this range.</p>}
      >
        {(data) => (
          <div className={classes.paths} data-busy={pairs.isPlaceholderData} aria-busy={pairs.isPlaceholderData}>
            <Coverage pairs={data} />
            {isTable ? <PairTable pairs={data.pairs} names={names} /> : <Diagram pairs={data.pairs} names={names} />}
          </div>
        )}
      </QueryFace>
    </Panel>
  );
}

function Coverage({ pairs: { pairs, other } }: { pairs: FlowPairs }) {
  const shown = pairs.reduce((sum, { bytes }) => sum + bytes, 0);
  if (other.flows === 0) return null;
  return (
    <p className={classes.none}>
      The {pairs.length} largest paths have {percentText(shown, shown + other.bytes)} of all bytes.{" "}
      {byteText(other.bytes)} in {countText(other.flows)} flows use other paths.
    </p>
  );
}

interface PairsProps {
  pairs: FlowPairs["pairs"];
  names: Names;
}

const rowHeight = 26;

function Diagram({ pairs, names }: PairsProps) {
  const { nodes, links } = useMemo(() => pathsOf(pairs, (ip) => names.get(ip)?.[0]?.name), [pairs, names]);
  const texts = useMemo(() => new Map(nodes.map(({ name, text }) => [name, text])), [nodes]);
  const rows = Math.max(...[0, 1, 2].map((depth) => nodes.filter((node) => node.depth === depth).length));
  const option = useMemo(
    () => ({
      tooltip: { valueFormatter: (bytes: unknown) => byteText(Number(bytes)) },
      series: [
        {
          type: "sankey" as const,
          left: 4,
          right: 130,
          top: 8,
          bottom: 8,
          nodeGap: 8,
          nodeWidth: 12,
          draggable: false,
          data: nodes.map(({ name, depth }) => ({ name, depth })),
          links,
          label: {
            width: 125,
            overflow: "truncate" as const,
            formatter: ({ name }: { name: string }) => texts.get(name) ?? name,
          },
          tooltip: {
            formatter: (params: unknown) => pathTip(params, texts),
          },
          lineStyle: { color: "source" as const, opacity: 0.35 },
          emphasis: { focus: "adjacency" as const },
        },
      ],
    }),
    [nodes, links, texts],
  );
  return (
    <EChart
      kind="sankey"
      title="Bytes from source to destination to port. The table has the same values."
      height={Math.max(220, rows * rowHeight)}
      option={option}
    />
  );
}

/** `10.1.0.7 → db-1: 1.2 MB`, as text without markup. */
function pathTip(params: unknown, texts: ReadonlyMap<string, string>): string {
  if (typeof params !== "object" || params === null || !("name" in params) || !("value" in params)) return "";
  const name = String(params.name)
    .split(" > ")
    .map((part) => texts.get(part) ?? part)
    .join(" → ");
  return `${escaped(name)}: ${byteText(Number(params.value))}`;
}

/** ECharts shows this as HTML, and names are written by people. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
}

function PairTable({ pairs, names }: PairsProps) {
  return (
    <div className={classes.scroll}>
      <table className={table.table} aria-label="Paths">
        <TableHead columns={["Source", "Destination", "Port", "Bytes", { wide: "Packets" }, { wide: "Flows" }]} />
        <tbody>
          {pairs.map(({ src_ip, dst_ip, dst_port, label, bytes, packets, flows }) => (
            <tr key={`${src_ip} ${dst_ip} ${dst_port}`}>
              <td>
                {src_ip} <CiName items={names.get(src_ip)} />
              </td>
              <td>
                {dst_ip} <CiName items={names.get(dst_ip)} />
              </td>
              <td>{portText(dst_port, label)}</td>
              <td>{byteText(bytes)}</td>
              <td className={table.wide}>{countText(packets)}</td>
              <td className={table.wide}>{countText(flows)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

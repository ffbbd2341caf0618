import { Button, UnstyledButton } from "@mantine/core";
import type { Flow, Output, operations } from "@opsplane/contract";
import { TimeText } from "../time/time.tsx";
import { Panel } from "../ui/panel.tsx";
import { byteText, countText } from "../ui/quantity.ts";
import { type Loadable, QueryFace } from "../ui/query-face.tsx";
import table from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { CiName } from "./ci-name.tsx";
import { type FilterName, type FlowSearch, filterWords } from "./flow-filter.ts";
import classes from "./network.module.css";
import { portText } from "./paths.ts";
import { type Names, pageSize, useNames } from "./queries.ts";

interface FlowTableProps {
  flows: Loadable<Output<typeof operations.netflow.list>> & { isPlaceholderData: boolean };
  page: number;
  onPage: (page: number) => void;
  onFilter: (search: FlowSearch) => void;
}

/** The flows themselves, newest first. A click on a value filters by it. */
export function FlowTable({ flows, page, onPage, onFilter }: FlowTableProps) {
  const names = useNames((flows.data?.flows ?? []).flatMap(({ src_ip, dst_ip }) => [src_ip, dst_ip]));
  return (
    <Panel title="Flows" action={flows.data ? <Pager total={flows.data.total} page={page} onPage={onPage} /> : null}>
      <QueryFace
        query={flows}
        isEmpty={(data) => data.flows.length === 0}
        empty={<p className={classes.none}>None in this range.</p>}
      >
        {(data) => (
          <div className={classes.scroll} data-busy={flows.isPlaceholderData} aria-busy={flows.isPlaceholderData}>
            <table className={`${table.table} ${classes.flows}`} aria-label="Flows">
              <TableHead
                columns={["Time", { wide: "Protocol" }, "Source", "Destination", "Port", "Bytes", { wide: "Packets" }]}
              />
              <tbody>
                {data.flows.map((flow, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two flows can be the same
                  <FlowRow key={index} flow={flow} names={names} onFilter={onFilter} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </QueryFace>
    </Panel>
  );
}

function Pager({ total, page, onPage }: { total: number; page: number; onPage: (page: number) => void }) {
  const first = (page - 1) * pageSize;
  const last = Math.min(total, first + pageSize);
  return (
    <div className={classes.tools}>
      <span className="dim">{total === 0 ? "" : `${first + 1}–${last} of ${total.toLocaleString("en")}`}</span>
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button variant="default" disabled={last >= total} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </div>
  );
}

interface FlowRowProps {
  flow: Flow;
  names: Names;
  onFilter: (search: FlowSearch) => void;
}

function FlowRow({ flow, names, onFilter }: FlowRowProps) {
  const { timestamp, protocol, src_ip, src_port, dst_ip, dst_port, label, bytes, packets } = flow;
  const choose = (name: FilterName, value: string, text = value) => (
    <UnstyledButton
      className={classes.cell ?? ""}
      aria-label={`Filter by ${filterWords[name].toLowerCase()} ${text}`}
      onClick={() => onFilter({ [name]: value })}
    >
      {text}
    </UnstyledButton>
  );
  return (
    <tr>
      <td>
        <TimeText at={timestamp} as="short" />
      </td>
      <td className={table.wide}>{choose("protocol", protocol)}</td>
      <td>
        {choose("src_ip", src_ip)}
        {src_port === null ? null : <span className="dim">:{src_port}</span>} <CiName items={names.get(src_ip)} />
      </td>
      <td>
        {choose("dst_ip", dst_ip)} <CiName items={names.get(dst_ip)} />
      </td>
      <td className={classes.port}>
        {dst_port === null ? "–" : choose("dst_port", String(dst_port), portText(dst_port, label))}
      </td>
      <td>{byteText(bytes)}</td>
      <td className={table.wide}>{countText(packets)}</td>
    </tr>
  );
}

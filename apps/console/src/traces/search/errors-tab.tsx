import type { SpanErrorGroup } from "@opsplane/contract";
import { IconCircleCheck } from "@tabler/icons-react";
import { Sparkline } from "../../explore/sparkline.tsx";
import type { Interval } from "../../time/range.ts";
import { TimeText } from "../../time/time.tsx";
import { Face } from "../../ui/faces.tsx";
import { PlainLink, TextLink } from "../../ui/links.tsx";
import { countText } from "../../ui/quantity.ts";
import { QueryFace } from "../../ui/query-face.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { useErrorGroups } from "../queries.ts";
import type { SpanQuery } from "./filters.ts";
import classes from "./results.module.css";

/** Failed spans by message. A click on a message lists its traces. */
export function ErrorsTab({ query, interval }: { query: SpanQuery; interval: Interval }) {
  const errors = useErrorGroups(query, interval);
  return (
    <QueryFace
      query={errors}
      isEmpty={({ groups }) => groups.length === 0}
      empty={
        <Face icon={<IconCircleCheck size={20} />} tone="good" title="No failed spans">
          No span with the status error matches.
        </Face>
      }
    >
      {({ groups, sampled }) => (
        <div aria-busy={errors.isPlaceholderData}>
          {sampled ? <p className={classes.note}>Counts are of the newest 100,000 failed spans.</p> : null}
          <div className={table.card}>
            <table className={`${table.table} ${classes.errors}`} aria-label="Errors">
              <TableHead columns={["Message", "Count", { wide: "Trend" }, { wide: "Traces" }, { wide: "Last seen" }]} />
              <tbody>
                {groups.map((group) => (
                  <ErrorRow key={`${group.service} ${group.operation} ${group.message}`} group={group} />
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </QueryFace>
  );
}

function ErrorRow({ group }: { group: SpanErrorGroup }) {
  const { service, operation, message, example, count, traces, trend, last_seen, first_seen } = group;
  const title = message === "" ? "No message" : message;
  return (
    <tr>
      <td className={classes.name}>
        <PlainLink
          to="/traces"
          search={(now) => ({ ...now, service, operation, status: "error", scope: "all", tab: undefined })}
          className={`${table.main} ${classes.message}`}
          title={example}
        >
          {title}
        </PlainLink>
        <div className={table.sub}>
          {service} · {operation} ·{" "}
          <TextLink
            to="/traces/$traceId"
            params={{ traceId: group.trace_id }}
            search={{ span: group.span_id }}
            fz={12}
            underline="always"
            aria-label={`Example of ${title}`}
          >
            example
          </TextLink>
        </div>
      </td>
      <td className={classes.failed}>{countText(count)}</td>
      <td className={table.wide}>
        <Sparkline label={`Trend of ${title}`} values={trend} tone="bad" />
      </td>
      <td className={table.wide}>{countText(traces)}</td>
      <td className={`${table.wide} ${classes.time}`}>
        <TimeText at={last_seen} />
        <div className={table.sub}>
          first <TimeText at={first_seen} />
        </div>
      </td>
    </tr>
  );
}

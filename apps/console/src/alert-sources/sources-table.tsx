import type { AlertIntegration } from "@opsplane/contract";
import { TimeText } from "../time/time.tsx";
import { TextLink } from "../ui/links.tsx";
import classes from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { Tag } from "../ui/tag.tsx";
import { typeWords } from "./words.ts";

export function SourcesTable({ sources }: { sources: readonly AlertIntegration[] }) {
  const columns = ["Alert source", "State", "Last event", { wide: "Events, 24 h" }, { wide: "Open alerts" }];
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <TableHead columns={columns} />
        <tbody>
          {sources.map((source) => (
            <tr key={source.id}>
              <td>
                <TextLink to="/settings/alert-sources/$id" params={{ id: source.id }} search={{}} inherit>
                  {source.name}
                </TextLink>
                <div className={classes.sub}>{typeWords[source.type]}</div>
              </td>
              <td>
                <SourceState source={source} />
              </td>
              <td>
                {source.last_event_at ? <TimeText at={source.last_event_at} /> : <span className="dim">None yet</span>}
              </td>
              <td className={classes.wide}>{source.events_24h.toLocaleString("en")}</td>
              <td className={classes.wide}>{source.open_alerts.toLocaleString("en")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Enabled, disabled, or in trouble: the last request was refused. */
export function SourceState({ source: { enabled, last_error } }: { source: AlertIntegration }) {
  if (!enabled) return <Tag>Disabled</Tag>;
  if (last_error !== null)
    return (
      <span title={last_error}>
        <Tag tone="bad">Last request refused</Tag>
      </span>
    );
  return <Tag tone="good">Enabled</Tag>;
}

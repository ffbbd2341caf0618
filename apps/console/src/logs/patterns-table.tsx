import { type LogPattern, logLevels, type PatternChange } from "@opsplane/contract";
import { memo, type ReactNode } from "react";
import { Sparkline } from "../explore/sparkline.tsx";
import { TimeText } from "../time/time.tsx";
import { PlainLink } from "../ui/links.tsx";
import { countText, percentText } from "../ui/quantity.ts";
import table from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { Tag } from "../ui/tag.tsx";
import classes from "./patterns.module.css";
import { withTerms } from "./query-edits.ts";

interface PatternsTableProps {
  patterns: readonly LogPattern[];
  /** The current query. */
  q: string;
  stale: boolean;
}

/** A click on a pattern lists its records. */
export function PatternsTable({ patterns, q, stale }: PatternsTableProps) {
  return (
    <div className={classes.scroll} aria-busy={stale}>
      <table className={`${table.table} ${classes.patterns}`} aria-label="Log patterns">
        <TableHead
          columns={["Pattern", "Records", { wide: "Trend" }, "Change", { wide: "Services" }, { wide: "Last seen" }]}
        />
        <tbody>
          {patterns.map((pattern) => (
            <Row key={pattern.id} pattern={pattern} q={q} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Row = memo(function Row({ pattern, q }: { pattern: LogPattern; q: string }) {
  const { template, example, count, share, trend, change, previous_count, levels, last_seen, first_seen } = pattern;
  const level = logLevels.toReversed().find((name) => (levels[name] ?? 0) > 0);
  const isBad = level === "error" || level === "fatal";
  return (
    <tr data-level={level} className={classes.row}>
      <td className={classes.name}>
        <PatternLink pattern={pattern} q={q} title={example}>
          <Template text={template} />
        </PatternLink>
        {level ? (
          <span className={classes.level} data-level={level}>
            {level}
          </span>
        ) : null}
      </td>
      <td className={classes.count}>
        {countText(count)}
        <span className={classes.share}>
          <span className={classes.bar} aria-hidden="true">
            <span style={{ width: `${Math.max(share * 100, share > 0 ? 2 : 0)}%` }} />
          </span>
          {percentText(share, 1)}
        </span>
      </td>
      <td className={table.wide}>
        <Sparkline label={`Trend of ${template}`} values={trend} tone={isBad ? "bad" : "plain"} />
      </td>
      <td>
        <Tag tone={changeTones[change]}>{changeWords[change]}</Tag>
        {change === "new" ? null : <div className={table.sub}>{countText(previous_count)} before</div>}
      </td>
      <td className={table.wide}>
        <Services pattern={pattern} />
      </td>
      <td className={`${table.wide} ${classes.time}`}>
        <TimeText at={last_seen} />
        <div className={table.sub}>
          first <TimeText at={first_seen} />
        </div>
      </td>
    </tr>
  );
});

const changeWords: Record<PatternChange, string> = {
  new: "New",
  rising: "Rising",
  steady: "Steady",
  falling: "Falling",
  gone: "Gone",
};
const changeTones = { new: "bad", rising: "notice", steady: "quiet", falling: "quiet", gone: "good" } as const;

/** A pattern without constant words, or without records in this window, has nothing to list. */
function PatternLink({
  pattern,
  q,
  title,
  children,
}: {
  pattern: LogPattern;
  q: string;
  title: string;
  children: ReactNode;
}) {
  const { q: terms, count } = pattern;
  if (terms === null || count === 0)
    return (
      <span className={classes.template} title={title}>
        {children}
      </span>
    );
  return (
    <PlainLink
      to="/logs"
      search={(now) => ({ ...now, q: withTerms(q, terms), tab: undefined, find: undefined, sort: undefined })}
      className={classes.template ?? ""}
      title={title}
    >
      {children}
    </PlainLink>
  );
}

/** The places of values are marked. */
function Template({ text }: { text: string }) {
  const parts = text.split("<*>");
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <span key={index}>
      {index > 0 ? <span className={classes.value}>{"<*>"}</span> : null}
      {part}
    </span>
  ));
}

const fewServices = 2;

function Services({ pattern: { services, service_count } }: { pattern: LogPattern }) {
  const named = services.slice(0, fewServices).map(({ service }) => service);
  const more = service_count - named.length;
  return (
    <span title={services.map(({ service, count }) => `${service}: ${countText(count)}`).join("\n")}>
      {named.join(", ")}
      {more > 0 ? ` +${more}` : ""}
    </span>
  );
}

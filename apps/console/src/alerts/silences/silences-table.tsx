import { Button } from "@mantine/core";
import type { Silence } from "@opsplane/contract";
import { scheduleText } from "../../changes/index.ts";
import { itemIdsIn, useItemsByIds } from "../../cmdb/index.ts";
import { useCan } from "../../session/context.tsx";
import { duration } from "../../time/format.ts";
import { TimeText } from "../../time/time.tsx";
import { TextLink } from "../../ui/links.tsx";
import { RowActions, useDeletion } from "../../ui/row-actions.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import alerts from "../alerts.module.css";
import { useEndSilence, useRemoveSilence } from "./queries.ts";
import { matchersText } from "./silence-draft.ts";
import classes from "./silences.module.css";
import { kindWords, stateWords } from "./words.ts";

interface SilencesTableProps {
  silences: readonly Silence[];
  onEdit: (id: string) => void;
}

export function SilencesTable({ silences, onEdit }: SilencesTableProps) {
  const mayWrite = useCan()("alerts:write");
  const end = useEndSilence();
  const remove = useRemoveSilence();
  const deletion = useDeletion<Silence>({
    title: (silence) => `Delete ${nameOf(silence)}?`,
    text: "It ends now. Alerts that still fire open their incidents.",
    onConfirm: ({ id }) => remove.mutate(id),
  });
  return (
    <div className={table.card}>
      <table className={`${table.table} ${alerts.table}`} aria-label="Silences">
        <TableHead
          columns={["Silence", "State", { wide: "When" }, { wide: "Mutes now" }, { wide: "Created by" }]}
          actions={mayWrite}
        />
        <tbody>
          {silences.map((silence) => (
            <tr key={silence.id}>
              <td>
                <What silence={silence} />
              </td>
              <td>
                <State silence={silence} />
              </td>
              <td className={table.wide}>
                <When silence={silence} />
              </td>
              <td className={table.wide}>
                <Muted count={silence.muted_alerts} />
              </td>
              <td className={table.wide}>{silence.created_by}</td>
              {mayWrite ? (
                <RowActions
                  name={nameOf(silence)}
                  verb={silence.state === "ended" ? "Delete" : "Edit"}
                  onOpen={() => (silence.state === "ended" ? deletion.ask(silence) : onEdit(silence.id))}
                  onDelete={silence.state === "ended" ? undefined : () => deletion.ask(silence)}
                >
                  {silence.state === "active" ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`End now ${nameOf(silence)}`}
                      loading={end.isPending && end.variables === silence.id}
                      onClick={() => end.mutate(silence.id)}
                    >
                      End now
                    </Button>
                  ) : null}
                </RowActions>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {deletion.dialog}
    </div>
  );
}

function nameOf({ comment, matchers, kind }: Silence): string {
  return comment.trim() || matchersText(matchers) || kindWords[kind].toLowerCase();
}

/** Why, and which alerts. */
function What({ silence }: { silence: Silence }) {
  const { comment, matchers, ci_ids, with_dependents, kind } = silence;
  const mayRead = useCan()("cmdb:read");
  const ids = itemIdsIn(ci_ids);
  const { data = [] } = useItemsByIds(ids, mayRead);
  const names = data.filter(({ id }) => ci_ids.includes(id)).map(({ name }) => name);
  return (
    <div className={classes.what}>
      <span className={table.main}>{comment.trim() || kindWords[kind]}</span>
      {matchers.length > 0 ? <span className={`${table.sub} mono`}>{matchersText(matchers)}</span> : null}
      {ci_ids.length > 0 ? (
        <span className={table.sub}>
          {names.length > 0 ? names.join(", ") : `${ci_ids.length} CIs`}
          {with_dependents ? " and what depends on them" : ""}
        </span>
      ) : null}
      <span className={`${table.sub} ${table.narrow}`}>
        <When silence={silence} />
      </span>
    </div>
  );
}

function State({ silence: { state, kind } }: { silence: Silence }) {
  return (
    <>
      <Tag tone={state === "active" ? "good" : "quiet"}>{stateWords[state]}</Tag>
      {kind === "maintenance" ? <div className={table.sub}>{kindWords.maintenance}</div> : null}
    </>
  );
}

function When({ silence }: { silence: Silence }) {
  const { state, active_until, next_start, starts_at, ends_at, recurrence } = silence;
  return (
    <>
      {state === "active" && active_until ? (
        <span>
          Until <TimeText at={active_until} as="short" /> <Left until={active_until} />
        </span>
      ) : state === "scheduled" && next_start ? (
        <span>
          Starts <TimeText at={next_start} as="short" />
        </span>
      ) : (
        <span>
          <TimeText at={starts_at} as="short" /> – {ends_at ? <TimeText at={ends_at} as="short" /> : ""}
        </span>
      )}
      {recurrence ? (
        <div className={table.sub}>
          {scheduleText(recurrence.cron)} for {duration(recurrence.duration_minutes * 60_000)}, {recurrence.timezone}
        </div>
      ) : null}
    </>
  );
}

function Left({ until }: { until: string }) {
  return (
    <span className="dim">
      (<TimeText at={until} />)
    </span>
  );
}

function Muted({ count }: { count: number }) {
  if (count === 0) return <span className="dim">None</span>;
  return (
    <TextLink to="/alerts" search={{ view: "silenced" }} inherit>
      {count === 1 ? "1 alert" : `${count.toLocaleString("en")} alerts`}
    </TextLink>
  );
}

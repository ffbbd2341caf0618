import { ActionIcon, Button } from "@mantine/core";
import type { Report, ReportSubscription } from "@opsplane/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useCan } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useDeletion } from "../../ui/row-actions.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useSubscriptions } from "../queries.ts";
import { ListDialog } from "./list-dialog.tsx";
import { useRemoveList } from "./list-mutations.ts";
import classes from "./report.module.css";

/** The distribution lists of a report: who gets its scheduled runs by mail. */
export function ListsPanel({ report }: { report: Report }) {
  const lists = useSubscriptions(report.id);
  const mayWrite = useCan()("reports:write");
  const [edited, setEdited] = useState<ReportSubscription | "new">();
  const remove = useRemoveList(report.id);
  const deletion = useDeletion<ReportSubscription>({
    title: ({ name }) => `Delete ${name}?`,
    text: "Its addresses get no more mails of this report.",
    onConfirm: ({ id }) => remove.mutate(id),
  });
  return (
    <Panel
      title="Distribution lists"
      action={
        mayWrite ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={13} />}
            onClick={() => setEdited("new")}
          >
            New list
          </Button>
        ) : null
      }
    >
      <PagedFace
        list={lists}
        empty={<p className={classes.none}>No lists yet. A list gets each scheduled run by mail.</p>}
      >
        {(items) => (
          <>
            {report.schedule === "Off" ? (
              <p className={classes.none}>The report has no schedule, so nothing is sent.</p>
            ) : null}
            <ul className={classes.lists} aria-label="Distribution lists">
              {items.map((list) => (
                <ListLine
                  key={list.id}
                  list={list}
                  {...(mayWrite ? { onEdit: () => setEdited(list), onDelete: () => deletion.ask(list) } : {})}
                />
              ))}
            </ul>
          </>
        )}
      </PagedFace>
      {deletion.dialog}
      {edited ? (
        <ListDialog report={report} list={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      ) : null}
    </Panel>
  );
}

interface ListLineProps {
  list: ReportSubscription;
  onEdit?: () => void;
  onDelete?: () => void;
}

function ListLine({ list: { name, enabled, recipients }, onEdit, onDelete }: ListLineProps) {
  return (
    <li>
      <div className={classes.listHead}>
        <b>{name}</b>
        {enabled ? null : <Tag>disabled</Tag>}
        {onEdit ? (
          <div className={classes.listButtons}>
            <Button size="compact-sm" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
              Edit
            </Button>
            <ActionIcon size={26} aria-label={`Delete ${name}`} onClick={onDelete}>
              <IconTrash size={15} />
            </ActionIcon>
          </div>
        ) : null}
      </div>
      <ul className={classes.people} aria-label={`Addresses of ${name}`}>
        {recipients.map((recipient) => (
          <li key={recipient.email} className={classes.person}>
            {recipient.email}
            <RecipientState {...recipient} />
          </li>
        ))}
      </ul>
    </li>
  );
}

const stateTones = { active: "good", unsubscribed: "quiet", bouncing: "bad" } as const;

/** Whether an address gets mails, and why not. */
function RecipientState({ state, last_sent_at, last_error }: Omit<ReportSubscription["recipients"][number], "email">) {
  return (
    <>
      <Tag tone={stateTones[state]}>{state}</Tag>
      <span className="dim">
        {last_sent_at ? (
          <>
            last sent <TimeText at={last_sent_at} />
          </>
        ) : (
          "nothing sent yet"
        )}
      </span>
      {last_error ? <span className={classes.reason}>{last_error}</span> : null}
    </>
  );
}

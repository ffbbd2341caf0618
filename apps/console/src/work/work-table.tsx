import { Button } from "@mantine/core";
import type { FailedWork } from "@opsplane/contract";
import { useState } from "react";
import { TimeText, useClock } from "../time/time.tsx";
import { AskDialog } from "../ui/ask-dialog.tsx";
import table from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { Tag } from "../ui/tag.tsx";
import { useGiveUpWork, useRetryWork } from "./queries.ts";
import { kindTitle, lostText } from "./words.ts";
import classes from "./work.module.css";
import { WorkSubject } from "./work-subject.tsx";

export function WorkTable({ work }: { work: readonly FailedWork[] }) {
  const retry = useRetryWork();
  const giveUp = useGiveUpWork();
  const [asked, ask] = useState<FailedWork>();
  return (
    <div className={table.card}>
      <table className={table.table}>
        <TableHead columns={["Work", { wide: "Reason" }, "Next try", { wide: "Tries" }, { wide: "Since" }]} actions />
        <tbody>
          {work.map((each) => (
            <tr key={each.id}>
              <td className={classes.work}>
                <div className={table.main}>{kindTitle(each.kind)}</div>
                <WorkSubject work={each} />
                <div className={classes.reason}>{each.reason}</div>
              </td>
              <td className={table.wide}>{each.reason}</td>
              <td className={classes.next}>
                <NextTry at={each.next_try_at} />
              </td>
              <td className={table.wide}>{each.tries}</td>
              <td className={`${table.wide} ${classes.since} dim`}>
                <TimeText at={each.created_at} />
              </td>
              <td className={table.actions}>
                <div className={table.buttons}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Try again: ${kindTitle(each.kind)}`}
                    loading={retry.isPending && retry.variables.id === each.id}
                    onClick={() => retry.mutate(each)}
                  >
                    Try again
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Give up: ${kindTitle(each.kind)}`}
                    onClick={() => ask(each)}
                  >
                    Give up
                  </Button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AskDialog
        opened={asked !== undefined}
        title="Give this work up?"
        confirm="Give up"
        onClose={() => ask(undefined)}
        onConfirm={() => asked && giveUp.mutate(asked)}
      >
        <b>{asked ? kindTitle(asked.kind) : ""}</b>
        <br />
        {asked ? lostText(asked.kind) : ""} The work is never tried again. This can't be undone.
      </AskDialog>
    </div>
  );
}

function NextTry({ at }: { at: string | null }) {
  const { now } = useClock();
  if (at === null)
    return (
      <>
        <Tag tone="bad">Set aside</Tag>
        <div className={table.sub}>waits for you</div>
      </>
    );
  return Date.parse(at) <= now ? "now" : <TimeText at={at} />;
}

import { ActionIcon, Button, Menu } from "@mantine/core";
import { type Runbook, runbookMoves } from "@opsplane/contract";
import { IconArchive, IconDots, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useCan } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import classes from "../../ui/record-page.module.css";
import { RecordTitle } from "../../ui/record-title.tsx";
import { Tag } from "../../ui/tag.tsx";
import { RunbookStatusText } from "../badges.tsx";
import { ExecuteDialog } from "../execute/lazy-execute-dialog.ts";
import { useArchiveRunbook, useRemoveRunbook } from "../mutations.ts";

export function RunbookHeader({ runbook }: { runbook: Runbook }) {
  const can = useCan();
  const [executing, setExecuting] = useState(false);
  const { name, status, published_version, has_changes, updated_at, updated_by } = runbook;
  return (
    <header className={classes.head}>
      <div className={classes.titleBlock}>
        <RecordTitle>{name}</RecordTitle>
        <div className={classes.state}>
          <RunbookStatusText status={status} />
          {published_version === null ? null : <span className="dim">version {published_version}</span>}
          {published_version !== null && has_changes ? <Tag tone="notice">unpublished changes</Tag> : null}
          <span className="dim">
            edited by {updated_by} <TimeText at={updated_at} />
          </span>
        </div>
      </div>
      <div className={classes.moves}>
        {can("runbooks:execute") && status === "published" ? (
          <Button leftSection={<IconPlayerPlay size={14} />} onClick={() => setExecuting(true)}>
            Execute
          </Button>
        ) : null}
        {can("runbooks:write") ? <MoreMenu runbook={runbook} /> : null}
      </div>
      {executing ? <ExecuteDialog runbookId={runbook.id} onClose={() => setExecuting(false)} /> : null}
    </header>
  );
}

function MoreMenu({ runbook }: { runbook: Runbook }) {
  const navigate = useNavigate();
  const archive = useArchiveRunbook();
  const remove = useRemoveRunbook();
  const [asking, setAsking] = useState<"archive" | "delete">();
  const close = () => setAsking(undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={30} variant="default" aria-label="More actions">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {runbookMoves[runbook.status].includes("archived") ? (
            <Menu.Item leftSection={<IconArchive size={15} />} onClick={() => setAsking("archive")}>
              Archive
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconTrash size={15} />} onClick={() => setAsking("delete")}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <AskDialog
        opened={asking === "archive"}
        title={`Archive ${runbook.name}?`}
        confirm="Archive"
        onClose={close}
        onConfirm={() => archive.mutate(runbook.id)}
      >
        An archived runbook can't be executed. Executions in progress continue. Publish it to use it again.
      </AskDialog>
      <AskDialog
        opened={asking === "delete"}
        title={`Delete ${runbook.name}?`}
        confirm="Delete"
        onClose={close}
        onConfirm={() =>
          remove.mutate(runbook.id, {
            onSuccess: () => void navigate({ to: "/runbooks", ignoreBlocker: true }),
          })
        }
      >
        Runbooks that were executed, or that something uses, can't be deleted. Archive them instead.
      </AskDialog>
    </>
  );
}

import { ActionIcon, Button, Group, Switch, Tooltip } from "@mantine/core";
import type { Workflow } from "@opsplane/contract";
import { IconArrowBackUp, IconArrowForwardUp, IconPlayerPlay } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useCan } from "../../session/context.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RecordMenu } from "../../ui/record-menu.tsx";
import { useRemoveWorkflow } from "../mutations.ts";
import classes from "./builder.module.css";
import { RunDialog } from "./run-dialog.tsx";
import type { useWorkflowDraft } from "./use-workflow-draft.ts";

interface BuilderHeaderProps {
  workflow: Workflow | undefined;
  edit: ReturnType<typeof useWorkflowDraft>;
  mayWrite: boolean;
}

export function BuilderHeader({ workflow, edit, mayWrite }: BuilderHeaderProps) {
  const mayRun = useCan()("automation:execute");
  const [running, setRunning] = useState(false);
  return (
    <>
      <Crumbs
        parent={
          <TextLink to="/workflows" size="sm" c="dimmed">
            Workflows
          </TextLink>
        }
      >
        <span>{workflow?.name ?? "New"}</span>
      </Crumbs>
      <PageHeader
        title={workflow?.name ?? "New workflow"}
        note={workflow ? `version ${workflow.version}` : undefined}
        actions={
          <Group gap="xs">
            {mayWrite ? <UndoButtons {...edit} /> : null}
            <Switch
              size="xs"
              label="Enabled"
              disabled={!mayWrite}
              checked={edit.draft.enabled}
              onChange={(event) => edit.change({ ...edit.draft, enabled: event.currentTarget.checked })}
            />
            {workflow ? (
              <ButtonLink to="/workflows/runs" search={{ workflow: workflow.id }} variant="default">
                Runs
              </ButtonLink>
            ) : null}
            {workflow && mayRun ? (
              <Button variant="default" leftSection={<IconPlayerPlay size={15} />} onClick={() => setRunning(true)}>
                Run
              </Button>
            ) : null}
            {workflow && mayWrite ? <MoreMenu workflow={workflow} /> : null}
          </Group>
        }
      />
      {workflow && running ? (
        <RunDialog workflow={workflow} isChanged={edit.isChanged} onClose={() => setRunning(false)} />
      ) : null}
    </>
  );
}

function UndoButtons({ undo, redo }: Pick<BuilderHeaderProps["edit"], "undo" | "redo">) {
  return (
    <Group gap={2} className={classes.undo ?? ""}>
      <Tooltip label="Undo (Ctrl Z)">
        <ActionIcon size={28} aria-label="Undo" disabled={!undo} onClick={undo}>
          <IconArrowBackUp size={17} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Redo (Ctrl Shift Z)">
        <ActionIcon size={28} aria-label="Redo" disabled={!redo} onClick={redo}>
          <IconArrowForwardUp size={17} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

function MoreMenu({ workflow: { id, name } }: { workflow: Workflow }) {
  const navigate = useNavigate();
  const remove = useRemoveWorkflow();
  return (
    <RecordMenu
      name={name}
      onDelete={() => remove.mutate(id, { onSuccess: () => void navigate({ to: "/workflows" }) })}
    >
      A workflow that has run can't be deleted. Disable it instead.
    </RecordMenu>
  );
}

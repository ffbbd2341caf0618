import { Button, Tabs } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { Workflow } from "@opsplane/contract";
import { IconListDetails, IconSitemap } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useCan } from "../../session/context.tsx";
import { FormFoot } from "../../ui/form-foot.tsx";
import { RecordConflict } from "../../ui/record-conflict.tsx";
import { UnsavedGuard } from "../../ui/unsaved-guard.tsx";
import { placeOf, type Selection } from "../draft/problems.ts";
import { useRunbookNames } from "../queries.ts";
import classes from "./builder.module.css";
import { BuilderHeader } from "./builder-header.tsx";
import { CanvasForm } from "./canvas-form.tsx";
import { ListForm } from "./list-form.tsx";
import { ProblemList } from "./problem-list.tsx";
import { useUndoKeys } from "./undo-keys.ts";
import { useWorkflowDraft } from "./use-workflow-draft.ts";

interface BuilderProps {
  workflow: Workflow | undefined;
  /** `canvas` or `list`; by default the canvas, and the list on phones. */
  form: string | undefined;
  onForm: (form: string) => void;
}

/** Edits a workflow on a canvas or as a list. Both show the same draft. */
export function Builder({ workflow, form, onForm }: BuilderProps) {
  const navigate = useNavigate();
  const mayWrite = useCan()("automation:write");
  const isPhone = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const shown = form === "list" || form === "canvas" ? form : isPhone ? "list" : "canvas";
  const edit = useWorkflowDraft(workflow);
  const [selected, setSelected] = useState<Selection>({ kind: "settings" });
  const [created, setCreated] = useState<string>();
  // In an effect, because the guard must know first that nothing is unsaved.
  useEffect(() => {
    if (created === undefined) return;
    void navigate({ to: "/workflows/$id", params: { id: created }, search: { form }, replace: true });
  }, [created, form, navigate]);
  useUndoKeys(mayWrite ? edit : {});
  const runbooks = useRunbookNames(edit.draft.steps.some(({ type }) => type === "runbook"));

  const submit = () => {
    const [first] = edit.submit((saved) => {
      if (!workflow) setCreated(saved.id);
    });
    if (first) setSelected(placeOf(first.path, edit.draft));
  };
  const parts = { ...edit, workflow, selected, onSelect: setSelected, isEditable: mayWrite, runbooks };
  return (
    <form
      noValidate
      className={classes.page}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <BuilderHeader workflow={workflow} edit={edit} mayWrite={mayWrite} />
      <RecordConflict {...edit.conflictFace} what="this workflow" />
      <Tabs value={shown} onChange={(next) => next && onForm(next)} keepMounted={false}>
        <Tabs.List aria-label="Form">
          <Tabs.Tab value="canvas" leftSection={<IconSitemap size={15} />}>
            Canvas
          </Tabs.Tab>
          <Tabs.Tab value="list" leftSection={<IconListDetails size={15} />}>
            List
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="canvas" pt="sm">
          <CanvasForm {...parts} />
        </Tabs.Panel>
        <Tabs.Panel value="list" pt="sm">
          <ListForm {...parts} />
        </Tabs.Panel>
      </Tabs>
      <ProblemList draft={edit.draft} problems={edit.problems} onSelect={setSelected} />
      {mayWrite ? (
        <FormFoot
          error={edit.error}
          hint={edit.isChanged ? "Unsaved changes" : workflow && "Runs keep the version they started with."}
        >
          <Button size="sm" type="submit" loading={edit.saving} disabled={workflow !== undefined && !edit.isChanged}>
            {workflow ? "Save" : "Create workflow"}
          </Button>
        </FormFoot>
      ) : null}
      <UnsavedGuard when={edit.isChanged} what="this workflow" />
    </form>
  );
}

import { Button } from "@mantine/core";
import { type CatalogItem, formProblems } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { AskDialog } from "../ui/ask-dialog.tsx";
import classes from "../ui/form-page.module.css";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { RecordConflict } from "../ui/record-conflict.tsx";
import { changedFields, useRecordDraft } from "../ui/record-draft.ts";
import { draftOf, draftProblems, fieldsOf } from "./catalog-draft.ts";
import { FormBuilder } from "./form-builder.tsx";
import { FormPreview } from "./form-preview.tsx";
import { ItemFields } from "./item-fields.tsx";
import { useRemoveCatalogItem, useSaveCatalogItem } from "./queries.ts";

export function CatalogEditor({ item }: { item: CatalogItem | undefined }) {
  const navigate = useNavigate();
  const save = useSaveCatalogItem(item?.id);
  const remove = useRemoveCatalogItem();
  const edit = useRecordDraft(item, draftOf, save);
  const { draft, set } = edit;
  const [tried, setTried] = useState(false);
  const [removing, setRemoving] = useState(false);
  const problems = draftProblems(draft);
  const broken = formProblems(draft.form).length > 0;

  const submit = () => {
    setTried(true);
    if (broken || Object.keys(problems).length > 0) return;
    const fields = fieldsOf(draft);
    edit.save(
      item ? changedFields(fieldsOf(draftOf(item)), fields) : fields,
      (saved) => void navigate({ to: "/catalog/$id", params: { id: saved.id } }),
    );
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RecordConflict {...edit.conflictFace} what="this item" />
      <div className={classes.columns}>
        <div className={classes.main}>
          <ItemFields draft={draft} problems={tried ? problems : {}} onChange={set} />
          <FormBuilder form={draft.form} onChange={(form) => set({ form })} />
        </div>
        <Panel title="Preview">
          <FormPreview draft={draft} />
        </Panel>
      </div>
      <div className={classes.foot}>
        <FormProblem error={edit.error} />
        <div className={classes.buttons}>
          {item ? (
            <Button size="sm" variant="subtle" color="red" mr="auto" onClick={() => setRemoving(true)}>
              Delete
            </Button>
          ) : null}
          <Button size="sm" variant="default" onClick={() => window.history.back()}>
            Cancel
          </Button>
          <Button size="sm" type="submit" loading={save.isPending} disabled={broken}>
            Save
          </Button>
        </div>
      </div>
      <AskDialog
        opened={removing}
        title={`Delete ${item?.name ?? ""}?`}
        confirm="Delete"
        onClose={() => setRemoving(false)}
        onConfirm={() => item && remove.mutate(item.id, { onSuccess: () => void navigate({ to: "/catalog" }) })}
      >
        Items that have been requested can't be deleted. Disable the item instead.
      </AskDialog>
    </form>
  );
}

import type { Report } from "@opsplane/contract";
import { useState } from "react";
import { fieldProblem, problemElsewhere } from "../../ui/field-problem.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { PlanFields } from "../editor/plan-fields.tsx";
import { draftOf, problemsOf, savedOf } from "../editor/report-draft.ts";
import { useSaveReport } from "../mutations.ts";

/** Changes when a report runs, and nothing else of it. */
export function ScheduleDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const save = useSaveReport(report.id);
  const [draft, setDraft] = useState(() => draftOf(report));
  const [tried, setTried] = useState(false);
  const { when } = problemsOf(draft, new Date());
  const saved = savedOf(draft, report);
  const isChanged = saved.plan !== undefined || Object.keys(saved.body).length > 0;
  const submit = () => {
    setTried(true);
    if (when) return;
    if (!isChanged) onClose();
    else save.mutate({ fields: saved, onVersion: report.version }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Schedule of ${report.name}`}
      submit="Save"
      isDirty={isChanged}
      pending={save.isPending}
      error={problemElsewhere(save.error, ["cron", "timezone"])}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <PlanFields
        draft={draft}
        error={(tried ? when : undefined) ?? fieldProblem(save.error, "cron") ?? fieldProblem(save.error, "timezone")}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
      />
    </FormDialog>
  );
}

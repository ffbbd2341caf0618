import { Button } from "@mantine/core";
import type { Report } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { fieldProblem, problemElsewhere } from "../../ui/field-problem.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useRecordDraft } from "../../ui/record-draft.ts";
import { RecordForm } from "../../ui/record-form.tsx";
import { useSaveKey } from "../../ui/save-key.ts";
import { useSaveReport } from "../mutations.ts";
import { DefinitionFields } from "./definition-fields.tsx";
import classes from "./editor.module.css";
import { ParametersFields } from "./parameters-fields.tsx";
import { PlanFields } from "./plan-fields.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { draftOf, problemsOf, type ReportDraft, savedOf } from "./report-draft.ts";
import { SourcesField } from "./sources-field.tsx";

interface ReportEditorProps {
  report: Report | undefined;
  /** What a new report starts with. */
  start: ReportDraft;
}

/** The fields that show the server's messages themselves. */
const ownFields = ["name", "description", "type", "format", "data_sources", "cron", "timezone", "parameters"];

/** Edits a report beside a preview of it. */
export function ReportEditor({ report, start }: ReportEditorProps) {
  const navigate = useNavigate();
  const edit = useRecordDraft(report, (record) => (record ? draftOf(record) : start), useSaveReport(report?.id));
  const { draft, set } = edit;
  const [tried, setTried] = useState(false);
  const problems = problemsOf(draft, new Date());
  const shown = tried ? problems : {};
  const [firstProblem] = Object.values(problems);
  const refusalAt = (field: string) => fieldProblem(edit.error, field);
  const open = ({ id }: Pick<Report, "id">) =>
    void navigate({ to: "/reports/$id", params: { id }, ignoreBlocker: true });
  const submit = () => {
    setTried(true);
    if (firstProblem !== undefined || edit.saving) return;
    if (report && !edit.isChanged) open(report);
    else edit.save(savedOf(draft, report), open);
  };
  useSaveKey(submit);
  return (
    <RecordForm edit={edit} what="this report" onSubmit={submit}>
      <div className={classes.columns}>
        <div className={classes.main}>
          <Panel title="Report">
            <DefinitionFields draft={draft} nameProblem={shown.name ?? refusalAt("name")} onChange={set} />
          </Panel>
          <Panel title="Data sources">
            <SourcesField
              value={draft.data_sources}
              error={shown.data_sources ?? refusalAt("data_sources")}
              onChange={(data_sources) => set({ data_sources })}
            />
          </Panel>
          <Panel title="Schedule">
            <PlanFields draft={draft} error={shown.when ?? refusalAt("cron") ?? refusalAt("timezone")} onChange={set} />
          </Panel>
          <Panel title="Parameters">
            <ParametersFields
              value={draft.parameters}
              schedule={draft.schedule}
              problems={{
                from: problems.from ?? refusalAt("parameters.from"),
                to: refusalAt("parameters.to"),
                timezone: refusalAt("parameters.timezone"),
                services: refusalAt("parameters.services"),
              }}
              onChange={(changes) => set({ parameters: { ...draft.parameters, ...changes } })}
            />
          </Panel>
        </div>
        <div className={classes.preview}>
          <PreviewPanel draft={draft} isComplete={!problems.data_sources && !problems.from} />
        </div>
      </div>
      <FormFoot
        error={problemElsewhere(edit.error, ownFields)}
        problem={tried ? firstProblem : undefined}
        hint={edit.isChanged && "Unsaved changes"}
      >
        <ButtonLink
          size="sm"
          variant="default"
          {...(report ? { to: "/reports/$id", params: { id: report.id } } : { to: "/reports" })}
        >
          Cancel
        </ButtonLink>
        <Button size="sm" type="submit" loading={edit.saving} disabled={report !== undefined && !edit.isChanged}>
          {report ? "Save" : "Create report"}
        </Button>
      </FormFoot>
    </RecordForm>
  );
}

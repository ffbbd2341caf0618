import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCan } from "../../session/context.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { TextLink } from "../../ui/links.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { MissingReport } from "../missing-report.tsx";
import { isMissing, useReport } from "../queries.ts";
import { WithReports } from "../reports-frame.tsx";
import { starters } from "../starters.ts";
import classes from "./editor.module.css";
import { copyOf, newDraft } from "./report-draft.ts";
import { ReportEditor } from "./report-editor.tsx";

const newRoute = getRouteApi("/reports/new");
const editRoute = getRouteApi("/reports/$id/edit");
const newTitle = "New report";

/** `?start=` begins with a ready-made report, `?from=` with a copy of another one. */
export function NewReportPage() {
  const mayWrite = useCan()("reports:write");
  return (
    <WithReports title={newTitle}>
      {() => (mayWrite ? <NewReport /> : <ForbiddenPage title={newTitle} needs="reports:write" />)}
    </WithReports>
  );
}

function NewReport() {
  const { start, from } = newRoute.useSearch();
  const original = useReport(from ?? "", from !== undefined);
  if (isMissing(original.error)) return <MissingReport />;
  return (
    <EditorFrame title={newTitle} crumb="New">
      {from === undefined ? (
        <ReportEditor key={start} report={undefined} start={newDraft(starters.find(({ key }) => key === start))} />
      ) : (
        <QueryFace query={original}>
          {(report) => <ReportEditor key={report.id} report={undefined} start={copyOf(report)} />}
        </QueryFace>
      )}
    </EditorFrame>
  );
}

export function EditReportPage() {
  const mayWrite = useCan()("reports:write");
  return (
    <WithReports title="Report">
      {() => (mayWrite ? <EditReport /> : <ForbiddenPage title="Report" needs="reports:write" />)}
    </WithReports>
  );
}

function EditReport() {
  const { id } = editRoute.useParams();
  const report = useReport(id, true);
  if (isMissing(report.error)) return <MissingReport />;
  return (
    <EditorFrame title={report.data ? `Edit ${report.data.name}` : "Report"} crumb="Edit">
      <QueryFace query={report}>
        {(found) => <ReportEditor key={found.id} report={found} start={newDraft()} />}
      </QueryFace>
    </EditorFrame>
  );
}

function EditorFrame({ title, crumb, children }: { title: string; crumb: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <Crumbs
        parent={
          <TextLink to="/reports" size="sm" c="dimmed">
            Reports
          </TextLink>
        }
      >
        <span>{crumb}</span>
      </Crumbs>
      <PageHeader title={title} />
      {children}
    </div>
  );
}

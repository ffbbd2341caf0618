import type { Report } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { QueryFace } from "../../ui/query-face.tsx";
import page from "../../ui/record-page.module.css";
import { MissingReport } from "../missing-report.tsx";
import { isMissing, useReport } from "../queries.ts";
import { WithReports } from "../reports-frame.tsx";
import { ListsPanel } from "./lists-panel.tsx";
import { OutputPanel } from "./output-panel.tsx";
import { ReportFacts } from "./report-facts.tsx";
import { ReportHeader } from "./report-header.tsx";
import { RunsPanel } from "./runs-panel.tsx";

const route = getRouteApi("/reports/$id");

/** `?run=` shows the output of a run. Mails link to it. */
export function ReportPage() {
  return <WithReports title="Report">{() => <Loading />}</WithReports>;
}

function Loading() {
  const { id } = route.useParams();
  const report = useReport(id, true);
  if (isMissing(report.error)) return <MissingReport />;
  return (
    <div className={page.page}>
      <QueryFace query={report}>{(found) => <Loaded key={found.id} report={found} />}</QueryFace>
    </div>
  );
}

function Loaded({ report }: { report: Report }) {
  const { run } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (runId: string | undefined) => void navigate({ search: { run: runId } });
  return (
    <article aria-label={report.name}>
      <ReportHeader report={report} onRan={open} />
      <div className={page.columns}>
        <div className={page.main}>
          {run ? <OutputPanel key={run} report={report} runId={run} onClose={() => open(undefined)} /> : null}
          <RunsPanel report={report} opened={run} onOpen={open} />
          <ListsPanel report={report} />
        </div>
        <ReportFacts report={report} />
      </div>
    </article>
  );
}

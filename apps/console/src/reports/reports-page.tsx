import { useNavigate } from "@tanstack/react-router";
import { useKeys } from "../keys/keys.tsx";
import { useCan } from "../session/context.tsx";
import { ListPage } from "../ui/list/list-page.tsx";
import { useList } from "../ui/list/use-list.ts";
import { reportList } from "./list.tsx";
import { NewReportButton } from "./new-report-button.tsx";
import { WithReports } from "./reports-frame.tsx";
import { reportViews } from "./views.ts";

export function ReportsPage() {
  const navigate = useNavigate();
  const mayWrite = useCan()("reports:write");
  useKeys(
    mayWrite
      ? [{ keys: "N", label: "New report", group: "Reports", run: () => void navigate({ to: "/reports/new" }) }]
      : [],
  );
  return <WithReports title="Reports">{() => <Reports />}</WithReports>;
}

function Reports() {
  const list = useList(reportList);
  return <ListPage title="Reports" list={list} actions={<NewReportButton />} views={reportViews("Reports")} />;
}

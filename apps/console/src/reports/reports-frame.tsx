import { IconPuzzleOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useCan, useProfile } from "../session/context.tsx";
import { Face } from "../ui/faces.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ListHead } from "../ui/list/list-page.tsx";
import page from "../ui/list-page.module.css";
import { HiddenHeading } from "../ui/page-header.tsx";
import classes from "./reports.module.css";
import { type ReportView, reportViews } from "./views.ts";

interface ReportsFrameProps {
  title: string;
  view: ReportView;
  actions?: ReactNode;
  /** Called only for people with access, so that no request is made in vain. */
  children: () => ReactNode;
}

/** A page of reports under the links to the others. */
export function ReportsFrame({ title, view, actions, children }: ReportsFrameProps) {
  return (
    <WithReports title={title}>
      {() => (
        <div className={page.page}>
          <ListHead title={title} actions={actions} views={reportViews(view)} />
          <div className={classes.body}>{children()}</div>
        </div>
      )}
    </WithReports>
  );
}

/** Names what is missing: the module in the plan, or the permission. */
export function WithReports({ title, children }: Pick<ReportsFrameProps, "title" | "children">) {
  const can = useCan();
  const { modules } = useProfile();
  if (!modules.includes("reports"))
    return (
      <>
        <HiddenHeading title={title} />
        <Face icon={<IconPuzzleOff size={20} />} title="Not included in your plan">
          This page is part of reports. Ask an administrator about your plan.
        </Face>
      </>
    );
  return can("reports:read") ? children() : <ForbiddenPage title={title} needs="reports:read" />;
}

import { useCan } from "../../session/context.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ListPage } from "../../ui/list/list-page.tsx";
import { useList } from "../../ui/list/use-list.ts";
import { workflowViews } from "../workflow-views.ts";
import { runList } from "./list.tsx";

export function RunsPage() {
  return useCan()("automation:read") ? <Runs /> : <ForbiddenPage title="Workflow runs" needs="automation:read" />;
}

function Runs() {
  return <ListPage title="Workflow runs" list={useList(runList)} views={workflowViews("Runs")} />;
}

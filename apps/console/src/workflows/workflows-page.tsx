import { useNavigate } from "@tanstack/react-router";
import { useKeys } from "../keys/keys.tsx";
import { useCan } from "../session/context.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ListPage } from "../ui/list/list-page.tsx";
import { useList } from "../ui/list/use-list.ts";
import { workflowList } from "./list.tsx";
import { NewWorkflowButton } from "./new-workflow-button.tsx";
import { workflowViews } from "./workflow-views.ts";

export function WorkflowsPage() {
  const navigate = useNavigate();
  const can = useCan();
  useKeys(
    can("automation:write")
      ? [{ keys: "N", label: "New workflow", group: "Workflows", run: () => void navigate({ to: "/workflows/new" }) }]
      : [],
  );
  return can("automation:read") ? <Workflows /> : <ForbiddenPage title="Workflows" needs="automation:read" />;
}

function Workflows() {
  const list = useList(workflowList);
  return <ListPage title="Workflows" list={list} actions={<NewWorkflowButton />} views={workflowViews("Workflows")} />;
}

import { useNavigate } from "@tanstack/react-router";
import { useKeys } from "../keys/keys.tsx";
import { useCan } from "../session/context.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ListPage } from "../ui/list/list-page.tsx";
import { useList } from "../ui/list/use-list.ts";
import { runbookList } from "./list.tsx";
import { NewRunbookButtons } from "./new-runbook-buttons.tsx";

export function RunbooksPage() {
  const can = useCan();
  const navigate = useNavigate();
  const create = () => void navigate({ to: "/runbooks/$id", params: { id: "new" } });
  useKeys(can("runbooks:write") ? [{ keys: "N", label: "New runbook", group: "Runbooks", run: create }] : []);
  return can("runbooks:read") ? <RunbookList /> : <ForbiddenPage title="Runbooks" needs="runbooks:read" />;
}

function RunbookList() {
  return <ListPage title="Runbooks" list={useList(runbookList)} actions={<NewRunbookButtons />} />;
}

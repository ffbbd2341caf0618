import { useCan } from "../../session/context.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ListPage } from "../../ui/list/list-page.tsx";
import { useList } from "../../ui/list/use-list.ts";
import { executionList } from "./list.tsx";

export function ExecutionsPage() {
  return useCan()("runbooks:read") ? <ExecutionList /> : <ForbiddenPage title="Executions" needs="runbooks:read" />;
}

function ExecutionList() {
  return <ListPage title="Executions" list={useList(executionList)} />;
}

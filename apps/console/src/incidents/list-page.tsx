import { useCan } from "../session/context.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ListPage } from "../ui/list/list-page.tsx";
import { useList } from "../ui/list/use-list.ts";
import { incidentList } from "./list.tsx";
import { NewIncidentButton } from "./new-incident-button.tsx";

export function IncidentListPage() {
  const mayRead = useCan()("incidents:read");
  return mayRead ? <IncidentList /> : <ForbiddenPage title="Incidents" needs="incidents:read" />;
}

function IncidentList() {
  const mayWrite = useCan()("incidents:write");
  const list = useList(incidentList);
  return <ListPage title="Incidents" list={list} actions={<NewIncidentButton />} selects={mayWrite} />;
}

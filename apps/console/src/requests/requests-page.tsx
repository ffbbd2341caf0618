import { IconPlus } from "@tabler/icons-react";
import { useCan } from "../session/context.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { ListPage } from "../ui/list/list-page.tsx";
import { useList } from "../ui/list/use-list.ts";
import { requestList } from "./list.tsx";

const scopes = { mine: "Requested by me", assigned: "Assigned to me", all: "All" } as const;

export function RequestsPage() {
  const mayRead = useCan()("itsm:read");
  return mayRead ? <Requests /> : <ForbiddenPage title="Requests" needs="itsm:read" />;
}

function Requests() {
  const mayWrite = useCan()("itsm:write");
  const list = useList(requestList);
  const { filters } = list;
  const view = (scope: keyof typeof scopes) => ({
    name: scopes[scope],
    chosen: filters.scope === scope,
    link: requestList.page(requestList.write({ ...filters, scope })),
  });
  return (
    <ListPage
      title="Requests"
      list={list}
      views={[view("mine"), view("assigned"), view("all")]}
      actions={
        mayWrite ? (
          <ButtonLink to="/catalog" leftSection={<IconPlus size={15} />}>
            New request
          </ButtonLink>
        ) : null
      }
    />
  );
}

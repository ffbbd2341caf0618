import { IconGitMerge, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../session/context.tsx";
import { NamedListPage } from "../settings/index.ts";
import { ButtonLink } from "../ui/links.tsx";
import { DefinitionsTable } from "./definitions-table.tsx";
import { useDefinitions } from "./queries.ts";

const route = getRouteApi("/settings/approval-chains");

export function DefinitionsPage() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const create = useCan()("workflows:write") ? (
    <ButtonLink to="/settings/approval-chains/$id" params={{ id: "new" }} leftSection={<IconPlus size={15} />}>
      New chain
    </ButtonLink>
  ) : null;
  return (
    <NamedListPage
      title="Approval chains"
      intro="Define who approves changes and requests, step by step. Approvals in progress keep the version they started with."
      needs="workflows:read"
      useItems={useDefinitions}
      q={q}
      onSearch={(next) => void navigate({ search: { q: next }, replace: true })}
      create={create}
      empty={{
        icon: <IconGitMerge size={20} />,
        hint: "Without one, requests are approved automatically, and anyone who can edit changes can approve them.",
      }}
    >
      {(items) => <DefinitionsTable definitions={items} />}
    </NamedListPage>
  );
}

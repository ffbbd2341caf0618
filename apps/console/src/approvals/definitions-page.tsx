import { IconGitMerge, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../session/context.tsx";
import { NameSearch, SettingsPage } from "../settings/index.ts";
import { Face } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { PagedFace } from "../ui/paged-face.tsx";
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
    <SettingsPage
      title="Approval chains"
      intro="Define who approves changes and requests, step by step. Approvals in progress keep the version they started with."
      needs="workflows:read"
      actions={create}
      toolbar={
        <NameSearch
          label="Search approval chains"
          q={q}
          onSearch={(next) => void navigate({ search: { q: next }, replace: true })}
        />
      }
    >
      {() => <DefinitionList q={q} create={create} />}
    </SettingsPage>
  );
}

function DefinitionList({ q, create }: { q: string; create: React.ReactNode }) {
  const definitions = useDefinitions(q);
  return (
    <PagedFace
      list={definitions}
      empty={
        <Face
          icon={<IconGitMerge size={20} />}
          title={q ? "No matching chains" : "No approval chains yet"}
          actions={create}
        >
          {q
            ? "Try a different search."
            : "Without one, requests are approved automatically, and anyone who can edit changes can approve them."}
        </Face>
      }
    >
      {(items) => <DefinitionsTable definitions={items} />}
    </PagedFace>
  );
}

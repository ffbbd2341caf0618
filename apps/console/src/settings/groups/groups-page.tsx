import { Button } from "@mantine/core";
import type { Group } from "@opsplane/contract";
import { IconPlus, IconUsersGroup } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { NamedListPage } from "../named-list-page.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import { GroupsTable } from "./groups-table.tsx";
import { useGroups } from "./queries.ts";

const route = getRouteApi("/settings/groups");

export function GroupsPage() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const [editing, setEditing] = useState<Group | "new">();
  const create = (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setEditing("new")}>
      New group
    </Button>
  );
  return (
    <NamedListPage
      title="Groups"
      intro="Groups of users for assignments, approvals and on-call."
      needs="admin:groups"
      useItems={useGroups}
      q={q}
      onSearch={(next) => void navigate({ search: { q: next }, replace: true })}
      create={create}
      empty={{ icon: <IconUsersGroup size={20} />, hint: "Create a group for each team." }}
      dialogs={
        editing ? (
          <GroupDialog group={editing === "new" ? undefined : editing} onClose={() => setEditing(undefined)} />
        ) : null
      }
    >
      {(items) => <GroupsTable groups={items} onEdit={setEditing} />}
    </NamedListPage>
  );
}

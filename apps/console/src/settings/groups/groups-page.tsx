import { Button } from "@mantine/core";
import type { Group } from "@opsplane/contract";
import { IconPlus, IconUsersGroup } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { Face } from "../../ui/faces.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { NameSearch } from "../name-search.tsx";
import { SettingsPage } from "../settings-page.tsx";
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
    <SettingsPage
      title="Groups"
      intro="Groups of users for assignments, approvals and on-call."
      needs="admin:groups"
      actions={create}
      toolbar={
        <NameSearch
          label="Search groups"
          q={q}
          onSearch={(next) => void navigate({ search: { q: next }, replace: true })}
        />
      }
    >
      {() => (
        <>
          <GroupList q={q} create={create} onEdit={setEditing} />
          {editing ? (
            <GroupDialog group={editing === "new" ? undefined : editing} onClose={() => setEditing(undefined)} />
          ) : null}
        </>
      )}
    </SettingsPage>
  );
}

interface GroupListProps {
  q: string;
  create: React.ReactNode;
  onEdit: (group: Group) => void;
}

function GroupList({ q, create, onEdit }: GroupListProps) {
  const groups = useGroups(q);
  return (
    <PagedFace
      list={groups}
      empty={
        <Face icon={<IconUsersGroup size={20} />} title={q ? "No matching groups" : "No groups yet"} actions={create}>
          {q ? "Try a different search." : "Create a group for each team."}
        </Face>
      }
    >
      {(items) => <GroupsTable groups={items} onEdit={onEdit} />}
    </PagedFace>
  );
}

import { Button } from "@mantine/core";
import type { Group } from "@opsplane/contract";
import { IconPlus, IconUsersGroup } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { Face } from "../../ui/faces.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { SearchField } from "../../ui/search-field.tsx";
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
      intro="Teams of people, to be addressed together: to assign, to approve, to be on call."
      needs="admin:groups"
      actions={create}
      toolbar={
        <SearchField
          label="Search groups"
          placeholder="Name"
          value={q}
          onChange={(next) => void navigate({ search: { q: next }, replace: true })}
          w={{ base: "100%", xs: 240 }}
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
    <QueryFace
      query={groups}
      isEmpty={({ total }) => total === 0}
      empty={
        <Face icon={<IconUsersGroup size={20} />} title={q ? "No group matches" : "No groups yet"} actions={create}>
          {q ? "Try another word." : "Make one for each team that looks after something."}
        </Face>
      }
    >
      {({ items }) => (
        <>
          <GroupsTable groups={items} onEdit={onEdit} />
          <MoreButton list={groups} />
        </>
      )}
    </QueryFace>
  );
}

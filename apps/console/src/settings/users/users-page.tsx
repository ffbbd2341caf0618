import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type User, userStatuses } from "@opsplane/contract";
import { IconUserPlus, IconUserSearch } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { Face } from "../../ui/faces.tsx";
import { FilterMenu } from "../../ui/filter-menu.tsx";
import { InviteDialog, type InviteDialogProps } from "../../ui/invite-dialog.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { useRoleNames } from "../roles/queries.ts";
import { SettingsPage } from "../settings-page.tsx";
import { type UserFilters, useInvite, useUsers } from "./queries.ts";
import { UsersTable } from "./users-table.tsx";

const route = getRouteApi("/settings/users");

export function UsersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const roles = useRoleNames();
  const [inviting, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<{ name: string; password: string }>();
  const filters: UserFilters = {
    ...(search.q ? { q: search.q } : {}),
    ...(search.role ? { role: search.role } : {}),
    ...optionalStatus(search.status),
  };
  const change = (next: typeof search) => void navigate({ search: { ...search, ...next }, replace: true });
  const reveal = (user: User, password: string | null) => password && setSecret({ name: user.name, password });

  return (
    <SettingsPage
      title="Users"
      intro="Manage who can sign in. Disabling a user signs them out immediately and keeps their history."
      needs="admin:users"
      actions={
        <Button leftSection={<IconUserPlus size={15} />} onClick={open}>
          Invite user
        </Button>
      }
      toolbar={
        <>
          <SearchField
            label="Search users"
            placeholder="Name or email"
            value={search.q ?? ""}
            onChange={(q) => change({ q })}
            w={{ base: "100%", xs: 240 }}
          />
          <FilterMenu
            label="Role"
            summary={search.role}
            options={roles.map((role) => ({ value: role, label: role }))}
            chosen={search.role ? [search.role] : []}
            onToggle={(role) => change({ role })}
            onClear={search.role ? () => change({ role: undefined }) : undefined}
          />
          <FilterMenu
            label="Status"
            summary={filters.status}
            options={userStatuses.map((status) => ({ value: status, label: status }))}
            chosen={filters.status ? [filters.status] : []}
            onToggle={(status) => change({ status })}
            onClear={filters.status ? () => change({ status: undefined }) : undefined}
          />
        </>
      }
    >
      {() => (
        <>
          <UserList filters={filters} onSecret={reveal} onClear={() => void navigate({ search: {} })} />
          {inviting ? <Invite roles={roles} onClose={close} onInvited={reveal} /> : null}
          <SecretOnce
            title={`Temporary password for ${secret?.name ?? ""}`}
            label="Temporary password"
            secret={secret?.password}
            onClose={() => setSecret(undefined)}
          >
            Share it securely. They'll set their own password when they first sign in.
          </SecretOnce>
        </>
      )}
    </SettingsPage>
  );
}

interface UserListProps {
  filters: UserFilters;
  onSecret: (user: User, password: string | null) => void;
  onClear: () => void;
}

function UserList({ filters, onSecret, onClear }: UserListProps) {
  const users = useUsers(filters);
  return (
    <PagedFace
      list={users}
      empty={
        <Face
          icon={<IconUserSearch size={20} />}
          title="No matching users"
          actions={
            <Button variant="default" onClick={onClear}>
              Clear filters
            </Button>
          }
        />
      }
    >
      {(items) => <UsersTable users={items} onSecret={onSecret} />}
    </PagedFace>
  );
}

function optionalStatus(written: string | undefined): Pick<UserFilters, "status"> {
  const status = userStatuses.find((known) => known === written);
  return status ? { status } : {};
}

function Invite(props: Omit<InviteDialogProps, "role" | "invite">) {
  const role = props.roles.includes("operator") ? "operator" : props.roles[0];
  return <InviteDialog {...props} role={role} invite={useInvite()} />;
}

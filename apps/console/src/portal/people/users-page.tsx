import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type Input, type User, userStatuses } from "@opsplane/contract";
import { type controlOperations, rolesOf } from "@opsplane/contract/control-plane";
import { IconUserPlus, IconUsers } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { usePaged } from "../../api/paged.ts";
import { useProfile } from "../../session/context.tsx";
import { Face } from "../../ui/faces.tsx";
import { FilterMenu } from "../../ui/filter-menu.tsx";
import { InviteDialog, type InviteDialogProps } from "../../ui/invite-dialog.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { useChange, usePortalApi } from "../api.tsx";
import { useIsStaff } from "../can.ts";
import { ChoiceFilter, knownIn } from "../frame/choice-filter.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { UsersTable } from "./users-table.tsx";

const route = getRouteApi("/users");

type UserFilters = Pick<Input<typeof controlOperations.users.list>["query"], "q" | "role" | "status">;
type Reveal = (user: User, password: string | null) => void;
const statusWords = { invited: "invited", active: "active", disabled: "disabled" };

/** The people of this account, of the staff or of a customer. */
export function UsersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isStaff = useIsStaff();
  const roles = rolesOf(useProfile().tenant.id);
  const [inviting, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<{ name: string; password: string }>();
  const status = knownIn(userStatuses, search.status);
  const filters: UserFilters = {
    ...(search.q ? { q: search.q } : {}),
    ...(search.role ? { role: search.role } : {}),
    ...(status ? { status } : {}),
  };
  const change = (next: Partial<typeof search>) => void navigate({ search: { ...search, ...next }, replace: true });
  const reveal: Reveal = (user, password) => password && setSecret({ name: user.name, password });
  return (
    <PortalPage
      title={isStaff ? "Staff" : "Users"}
      intro="People who can sign in to the portal. Disabling someone signs them out immediately."
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
          <ChoiceFilter
            label="Status"
            known={userStatuses}
            words={statusWords}
            chosen={status}
            onChange={(next) => change({ status: next })}
          />
        </>
      }
    >
      {() => (
        <>
          <UserList filters={filters} roles={roles} onSecret={reveal} onClear={() => void navigate({ search: {} })} />
          {inviting ? <Invite roles={roles} onClose={close} onInvited={reveal} /> : null}
          <SecretOnce
            title={`Temporary password for ${secret?.name ?? ""}`}
            label="Temporary password"
            secret={secret?.password}
            onClose={() => setSecret(undefined)}
          >
            Share it securely. They set their own password at the first sign-in.
          </SecretOnce>
        </>
      )}
    </PortalPage>
  );
}

interface UserListProps {
  filters: UserFilters;
  roles: readonly string[];
  onSecret: Reveal;
  onClear: () => void;
}

function UserList({ filters, roles, onSecret, onClear }: UserListProps) {
  const api = usePortalApi();
  const users = usePaged(["users", filters], (page, call) => api.users.list({ query: { ...filters, ...page } }, call));
  return (
    <PagedFace
      list={users}
      empty={
        <Face
          icon={<IconUsers size={20} />}
          title="No matching users"
          actions={
            <Button variant="default" onClick={onClear}>
              Clear filters
            </Button>
          }
        />
      }
    >
      {(items) => <UsersTable users={items} roles={roles} onSecret={onSecret} />}
    </PagedFace>
  );
}

function Invite(props: Omit<InviteDialogProps, "role" | "invite">) {
  const invite = useChange((api, body: { name: string; email: string; role: string }) => api.users.create({ body }));
  // The last role has the fewest permissions.
  return <InviteDialog {...props} role={props.roles.at(-1)} invite={invite} />;
}

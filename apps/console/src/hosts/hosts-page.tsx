import { Button } from "@mantine/core";
import type { Host } from "@opsplane/contract";
import { IconPlus, IconServer } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { NamedListPage } from "../settings/index.ts";
import { HostDialog } from "./host-dialog.tsx";
import { HostDrawer } from "./host-drawer.tsx";
import { HostsTable } from "./hosts-table.tsx";
import { useHosts } from "./queries.ts";

const route = getRouteApi("/settings/hosts");
const newHost = "+";

/** The address names what is open: `?edit=` a host or `+` for a new one, `?host=` the connection of a host. */
export function HostsPage() {
  const { q = "", edit, host } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (next: { edit?: string; host?: string }) => void navigate({ search: { q, ...next } });
  // A host that is reached by ssh needs a trusted key next.
  const saved = ({ id, connection, host_keys }: Host) =>
    open(connection === "ssh" && host_keys.length === 0 ? { host: id } : {});
  const create = (
    <Button leftSection={<IconPlus size={15} />} onClick={() => open({ edit: newHost })}>
      New host
    </Button>
  );
  return (
    <NamedListPage
      title="Hosts"
      intro="Machines on which runbooks run commands. Commands run only on hosts whose key you trust."
      needs="admin:hosts"
      useItems={useHosts}
      q={q}
      onSearch={(next) => void navigate({ search: { q: next }, replace: true })}
      create={create}
      empty={{
        icon: <IconServer size={20} />,
        hint: "Add a machine with its address and credential, and trust its key.",
      }}
      dialogs={
        <>
          {edit === newHost ? <HostDialog host={undefined} onClose={() => open({})} onSaved={saved} /> : null}
          {host ? <HostDrawer key={host} id={host} onClose={() => open({})} /> : null}
        </>
      }
    >
      {(items) => {
        const edited = items.find(({ id }) => id === edit);
        return (
          <>
            <HostsTable hosts={items} onEdit={(id) => open({ edit: id })} onConnection={(id) => open({ host: id })} />
            {edited ? <HostDialog key={edited.id} host={edited} onClose={() => open({})} onSaved={saved} /> : null}
          </>
        );
      }}
    </NamedListPage>
  );
}

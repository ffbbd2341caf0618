import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBellRinging, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { NamedListPage } from "../settings/index.ts";
import { NewSourceDialog } from "./new-source-dialog.tsx";
import { type KeyedSource, useSources } from "./queries.ts";
import { SourceKey } from "./source-key.tsx";
import { SourcesTable } from "./sources-table.tsx";

const route = getRouteApi("/settings/alert-sources");

export function AlertSourcesPage() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const [creating, { open, close }] = useDisclosure(false);
  const [made, setMade] = useState<KeyedSource>();
  const create = (
    <Button leftSection={<IconPlus size={15} />} onClick={open}>
      New alert source
    </Button>
  );
  const done = () => {
    setMade(undefined);
    if (made) void navigate({ to: "/settings/alert-sources/$id", params: { id: made.id }, search: {} });
  };
  return (
    <NamedListPage
      title="Alert sources"
      intro="Receive alerts from other tools. They open incidents and page people like your own alert policies."
      needs="admin:integrations"
      useItems={useSources}
      q={q}
      onSearch={(next) => void navigate({ search: { q: next }, replace: true })}
      create={create}
      empty={{
        icon: <IconBellRinging size={20} />,
        hint: "Connect Alertmanager, Grafana, a tool with a PagerDuty integration, or anything that sends JSON.",
      }}
      dialogs={
        <>
          {creating ? <NewSourceDialog onClose={close} onMade={setMade} /> : null}
          <SourceKey source={made} onClose={done} />
        </>
      }
    >
      {(items) => <SourcesTable sources={items} />}
    </NamedListPage>
  );
}

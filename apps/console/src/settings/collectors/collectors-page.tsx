import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAntenna, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { NamedListPage } from "../named-list-page.tsx";
import { CollectorsTable } from "./collectors-table.tsx";
import { NewCollectorDialog } from "./new-collector-dialog.tsx";
import { useCollectors } from "./queries.ts";
import { SenderSetup } from "./sender-setup.tsx";

const route = getRouteApi("/settings/collectors");

export function CollectorsPage() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const [creating, { open, close }] = useDisclosure(false);
  const [made, setMade] = useState<{ name: string; token: string }>();
  const create = (
    <Button leftSection={<IconPlus size={15} />} onClick={open}>
      New collector
    </Button>
  );
  return (
    <NamedListPage
      title="Collectors"
      intro="Tokens for sending telemetry from Prometheus, OpenTelemetry and other sources. A token can only send data."
      needs="admin:collectors"
      useItems={useCollectors}
      q={q}
      onSearch={(next) => void navigate({ search: { q: next }, replace: true })}
      create={create}
      empty={{
        icon: <IconAntenna size={20} />,
        hint: "Create one token per source. You'll get ready-to-paste configuration.",
      }}
      dialogs={
        <>
          {creating ? <NewCollectorDialog onClose={close} onMade={setMade} /> : null}
          <SecretOnce
            title={`Token for ${made?.name ?? ""}`}
            label="Collector token"
            secret={made?.token}
            onClose={() => setMade(undefined)}
            use={made ? <SenderSetup token={made.token} /> : null}
          />
        </>
      }
    >
      {(items) => <CollectorsTable collectors={items} />}
    </NamedListPage>
  );
}

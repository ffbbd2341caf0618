import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { NamedListPage } from "../named-list-page.tsx";
import { ApiKeysTable } from "./api-keys-table.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { useApiKeys } from "./queries.ts";

const route = getRouteApi("/settings/api-keys");

export function ApiKeysPage() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const [creating, { open, close }] = useDisclosure(false);
  const [made, setMade] = useState<{ name: string; key: string }>();
  const create = (
    <Button leftSection={<IconPlus size={15} />} onClick={open}>
      New key
    </Button>
  );
  return (
    <NamedListPage
      title="API keys"
      intro="API keys let scripts and tools call the API. A key is shown once and can be revoked anytime."
      needs="admin:api_keys"
      useItems={useApiKeys}
      q={q}
      onSearch={(next) => void navigate({ search: { q: next }, replace: true })}
      create={create}
      empty={{ icon: <IconKey size={20} />, hint: "Create one key per tool so you can revoke them separately." }}
      dialogs={
        <>
          {creating ? <NewKeyDialog onClose={close} onMade={setMade} /> : null}
          <SecretOnce
            title={`API key ${made?.name ?? ""} created`}
            label="API key"
            secret={made?.key}
            onClose={() => setMade(undefined)}
          >
            Send it in the header <code className="mono">Authorization: Bearer …</code>.
          </SecretOnce>
        </>
      }
    >
      {(items) => <ApiKeysTable keys={items} />}
    </NamedListPage>
  );
}

import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { Face } from "../../ui/faces.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { NameSearch } from "../name-search.tsx";
import { SettingsPage } from "../settings-page.tsx";
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
    <SettingsPage
      title="API keys"
      intro="API keys let scripts and tools call the API. A key is shown once and can be revoked anytime."
      needs="admin:api_keys"
      actions={create}
      toolbar={
        <NameSearch
          label="Search keys"
          q={q}
          onSearch={(next) => void navigate({ search: { q: next }, replace: true })}
        />
      }
    >
      {() => (
        <>
          <KeyList q={q} create={create} />
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
      )}
    </SettingsPage>
  );
}

function KeyList({ q, create }: { q: string; create: React.ReactNode }) {
  const keys = useApiKeys(q);
  return (
    <PagedFace
      list={keys}
      empty={
        <Face icon={<IconKey size={20} />} title={q ? "No matching keys" : "No API keys yet"} actions={create}>
          {q ? "Try a different search." : "Create one key per tool so you can revoke them separately."}
        </Face>
      }
    >
      {(items) => <ApiKeysTable keys={items} />}
    </PagedFace>
  );
}

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
      intro="Keys for machines and people who call the API. A key is shown once, can be revoked at any time, and acts with its role."
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
            title={`The key ${made?.name ?? ""}`}
            label="API key"
            secret={made?.key}
            onClose={() => setMade(undefined)}
          >
            Send it as <code className="mono">Authorization: Bearer …</code> with every call.
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
        <Face icon={<IconKey size={20} />} title={q ? "No key matches" : "No API keys yet"} actions={create}>
          {q ? "Try another word." : "Make one for each tool that calls the API, so that each can be revoked alone."}
        </Face>
      }
    >
      {(items) => <ApiKeysTable keys={items} />}
    </PagedFace>
  );
}

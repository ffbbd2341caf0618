import { Button } from "@mantine/core";
import type { Secret } from "@opsplane/contract";
import { IconLock, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { Face } from "../../ui/faces.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { NameSearch } from "../name-search.tsx";
import { SettingsPage } from "../settings-page.tsx";
import { useSecrets } from "./queries.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { SecretsTable } from "./secrets-table.tsx";

const route = getRouteApi("/settings/secrets");

export function SecretsPage() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const [editing, setEditing] = useState<Secret | "new">();
  const create = (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setEditing("new")}>
      New secret
    </Button>
  );
  return (
    <SettingsPage
      title="Secrets"
      intro="Tokens and passwords for integrations. A value is stored encrypted and is never shown again. Each use is in the audit log."
      needs="admin:secrets"
      actions={create}
      toolbar={
        <NameSearch
          label="Search secrets"
          q={q}
          onSearch={(next) => void navigate({ search: { q: next }, replace: true })}
        />
      }
    >
      {() => (
        <>
          <SecretList q={q} create={create} onEdit={setEditing} />
          {editing ? (
            <SecretDialog secret={editing === "new" ? undefined : editing} onClose={() => setEditing(undefined)} />
          ) : null}
        </>
      )}
    </SettingsPage>
  );
}

interface SecretListProps {
  q: string;
  create: React.ReactNode;
  onEdit: (secret: Secret) => void;
}

function SecretList({ q, create, onEdit }: SecretListProps) {
  const secrets = useSecrets(q);
  return (
    <PagedFace
      list={secrets}
      empty={
        <Face icon={<IconLock size={20} />} title={q ? "No secret matches" : "No secrets yet"} actions={create}>
          {q ? "Try another word." : "Store a token or password once, and let integrations refer to it."}
        </Face>
      }
    >
      {(items) => <SecretsTable secrets={items} onEdit={onEdit} />}
    </PagedFace>
  );
}

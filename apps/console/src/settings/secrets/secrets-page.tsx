import { Button } from "@mantine/core";
import type { Secret } from "@opsplane/contract";
import { IconLock, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { NamedListPage } from "../named-list-page.tsx";
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
    <NamedListPage
      title="Secrets"
      intro="Tokens and passwords for integrations. A value is stored encrypted and is never shown again. Each use is in the audit log."
      needs="admin:secrets"
      useItems={useSecrets}
      q={q}
      onSearch={(next) => void navigate({ search: { q: next }, replace: true })}
      create={create}
      empty={{
        icon: <IconLock size={20} />,
        hint: "Store a token or password once, and let integrations refer to it.",
      }}
      dialogs={
        editing ? (
          <SecretDialog secret={editing === "new" ? undefined : editing} onClose={() => setEditing(undefined)} />
        ) : null
      }
    >
      {(items) => <SecretsTable secrets={items} onEdit={setEditing} />}
    </NamedListPage>
  );
}

import { Button } from "@mantine/core";
import type { Webhook } from "@opsplane/contract";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { NameSearch, SettingsPage } from "../settings/index.ts";
import { Face } from "../ui/faces.tsx";
import { PagedFace } from "../ui/paged-face.tsx";
import { SecretOnce } from "../ui/secret-once.tsx";
import { DeliveriesDrawer } from "./deliveries-drawer.tsx";
import { type SavedWebhook, useWebhooks } from "./queries.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhooksTable } from "./webhooks-table.tsx";

const route = getRouteApi("/settings/webhooks");
const newWebhook = "+";

/** The address names what is open: `?edit=` a webhook or `+` for a new one, `?deliveries=` those of a webhook. */
export function WebhooksPage() {
  const { q = "", edit, deliveries } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (next: { edit?: string; deliveries?: string }) => void navigate({ search: { q, ...next } });
  const [signed, setSigned] = useState<SavedWebhook>();
  const create = (
    <Button leftSection={<IconPlus size={15} />} onClick={() => open({ edit: newWebhook })}>
      New webhook
    </Button>
  );
  return (
    <SettingsPage
      title="Webhooks"
      intro="Send events to other systems as signed HTTP requests. Failed deliveries are retried for 24 hours."
      needs="admin:webhooks"
      actions={create}
      toolbar={
        <NameSearch
          label="Search webhooks"
          q={q}
          onSearch={(next) => void navigate({ search: { q: next }, replace: true })}
        />
      }
    >
      {() => (
        <>
          <WebhookList q={q} create={create} edit={edit} onOpen={open} onSaved={setSigned} />
          {edit === newWebhook ? (
            <WebhookDialog webhook={undefined} onClose={() => open({})} onSaved={setSigned} />
          ) : null}
          {deliveries ? (
            <DeliveriesDrawer key={deliveries} id={deliveries} onClose={() => open({})} onRotated={setSigned} />
          ) : null}
          <SecretOnce
            title={`Signing secret of ${signed?.name ?? ""}`}
            label="Signing secret"
            secret={signed?.secret}
            onClose={() => setSigned(undefined)}
          >
            The receiver uses it to verify that requests come from here.
            {signed?.previous_secret_until ? " The previous secret signs too for 24 hours." : ""}
          </SecretOnce>
        </>
      )}
    </SettingsPage>
  );
}

interface WebhookListProps {
  q: string;
  create: React.ReactNode;
  edit: string | undefined;
  onOpen: (next: { edit?: string; deliveries?: string }) => void;
  onSaved: (webhook: SavedWebhook) => void;
}

function WebhookList({ q, create, edit, onOpen, onSaved }: WebhookListProps) {
  const webhooks = useWebhooks(q);
  return (
    <PagedFace
      list={webhooks}
      empty={
        <Face
          icon={<IconWebhook size={20} />}
          title={q ? "No matching webhooks" : "No webhooks yet"}
          actions={q ? null : create}
        >
          {q ? "Try a different search." : "Tell a chat, a ticket system or a script when something happens here."}
        </Face>
      }
    >
      {(items) => {
        const edited: Webhook | undefined = items.find(({ id }) => id === edit);
        return (
          <>
            <WebhooksTable
              webhooks={items}
              onEdit={(id) => onOpen({ edit: id })}
              onDeliveries={(id) => onOpen({ deliveries: id })}
            />
            {edited ? (
              <WebhookDialog key={edited.id} webhook={edited} onClose={() => onOpen({})} onSaved={onSaved} />
            ) : null}
          </>
        );
      }}
    </PagedFace>
  );
}

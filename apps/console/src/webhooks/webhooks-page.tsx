import { Button } from "@mantine/core";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { NamedListPage } from "../settings/index.ts";
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
    <NamedListPage
      title="Webhooks"
      intro="Send events to other systems as signed HTTP requests. Failed deliveries are retried for 24 hours."
      needs="admin:webhooks"
      useItems={useWebhooks}
      q={q}
      onSearch={(next) => void navigate({ search: { q: next }, replace: true })}
      create={create}
      empty={{
        icon: <IconWebhook size={20} />,
        hint: "Tell a chat, a ticket system or a script when something happens here.",
      }}
      dialogs={
        <>
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
      }
    >
      {(items) => {
        const edited = items.find(({ id }) => id === edit);
        return (
          <>
            <WebhooksTable
              webhooks={items}
              onEdit={(id) => open({ edit: id })}
              onDeliveries={(id) => open({ deliveries: id })}
            />
            {edited ? (
              <WebhookDialog key={edited.id} webhook={edited} onClose={() => open({})} onSaved={setSigned} />
            ) : null}
          </>
        );
      }}
    </NamedListPage>
  );
}

import { Alert, Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Webhook, WebhookDelivery } from "@opsplane/contract";
import { IconSend } from "@tabler/icons-react";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { Face } from "../ui/faces.tsx";
import { PagedFace } from "../ui/paged-face.tsx";
import { RecordDrawer } from "../ui/record-drawer.tsx";
import { type SavedWebhook, useDeliveries, useDelivery, useRotateSecret, useSendTest, useWebhook } from "./queries.ts";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";
import classes from "./webhooks.module.css";

interface DeliveriesDrawerProps {
  id: string;
  onClose: () => void;
  onRotated: (webhook: SavedWebhook) => void;
}

/** The deliveries of a webhook beside the list, with a test and the secret. */
export function DeliveriesDrawer({ id, onClose, onRotated }: DeliveriesDrawerProps) {
  const webhook = useWebhook(id);
  return (
    <RecordDrawer query={webhook} title="Deliveries" onClose={onClose}>
      {(loaded) => (
        <>
          <Actions webhook={loaded} onRotated={onRotated} />
          <Deliveries id={id} />
        </>
      )}
    </RecordDrawer>
  );
}

function Actions({ webhook, onRotated }: { webhook: Webhook; onRotated: (webhook: SavedWebhook) => void }) {
  const test = useSendTest(webhook.id);
  const rotate = useRotateSecret();
  const [asking, { open, close }] = useDisclosure(false);
  return (
    <div className={classes.drawerHead}>
      <div className={`${classes.url} mono`}>{webhook.url}</div>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconSend size={15} />}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          Send test
        </Button>
        <Button variant="default" loading={rotate.isPending} onClick={open}>
          Rotate secret
        </Button>
      </Group>
      {test.data ? <TestResult key={test.data.id} delivery={test.data} /> : null}
      <AskDialog
        opened={asking}
        title="Rotate signing secret?"
        confirm="Rotate secret"
        onClose={close}
        onConfirm={() => rotate.mutate(webhook.id, { onSuccess: onRotated })}
      >
        The new secret is shown once. The current one signs too for 24 hours, so the receiver can change over.
      </AskDialog>
    </div>
  );
}

function TestResult({ delivery: { webhook_id, id } }: { delivery: WebhookDelivery }) {
  const { data } = useDelivery(webhook_id, id);
  return (
    <div role="status" aria-label="Test result">
      {data?.status === "delivered" ? (
        <Alert color="teal" variant="light" p="xs">
          Delivered: the receiver answered {data.response_status} in {data.duration_ms} ms.
        </Alert>
      ) : null}
      {data?.status === "failed" ? (
        <Alert color="red" variant="light" p="xs">
          {data.error}
        </Alert>
      ) : null}
      {data === undefined || data.status === "sending" ? <span className="dim">Sending…</span> : null}
    </div>
  );
}

function Deliveries({ id }: { id: string }) {
  const deliveries = useDeliveries(id);
  return (
    <PagedFace
      list={deliveries}
      empty={
        <Face icon={<IconSend size={20} />} title="No deliveries yet">
          Send a test, or wait for the next event.
        </Face>
      }
    >
      {(items) => <WebhookDeliveries deliveries={items} />}
    </PagedFace>
  );
}

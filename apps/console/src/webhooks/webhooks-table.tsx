import { ActionIcon, Button } from "@mantine/core";
import type { Webhook } from "@opsplane/contract";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { TimeText } from "../time/time.tsx";
import { AskDialog } from "../ui/ask-dialog.tsx";
import classes from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { Tag } from "../ui/tag.tsx";
import { useRemoveWebhook } from "./queries.ts";
import own from "./webhooks.module.css";

interface WebhooksTableProps {
  webhooks: readonly Webhook[];
  onEdit: (id: string) => void;
  onDeliveries: (id: string) => void;
}

export function WebhooksTable({ webhooks, onEdit, onDeliveries }: WebhooksTableProps) {
  const remove = useRemoveWebhook();
  const [removing, setRemoving] = useState<Webhook>();
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <TableHead columns={["Webhook", { wide: "Events" }, "State", { wide: "Last delivery" }]} actions />
        <tbody>
          {webhooks.map((webhook) => (
            <tr key={webhook.id}>
              <td>
                <div className={classes.main}>{webhook.name}</div>
                <div className={`${classes.sub} mono`}>{webhook.url}</div>
              </td>
              <td className={classes.wide} title={webhook.event_types?.join(", ")}>
                {webhook.event_types === null ? "All" : webhook.event_types.length}
              </td>
              <td>
                <State webhook={webhook} />
              </td>
              <td className={classes.wide}>
                <LastDelivery webhook={webhook} />
              </td>
              <td className={classes.actions}>
                <div className={own.buttons}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => onDeliveries(webhook.id)}
                    aria-label={`Deliveries of ${webhook.name}`}
                  >
                    Deliveries
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => onEdit(webhook.id)}
                    aria-label={`Edit ${webhook.name}`}
                  >
                    Edit
                  </Button>
                  <ActionIcon size={26} aria-label={`Delete ${webhook.name}`} onClick={() => setRemoving(webhook)}>
                    <IconTrash size={15} />
                  </ActionIcon>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AskDialog
        opened={removing !== undefined}
        title={`Delete ${removing?.name ?? ""}?`}
        confirm="Delete"
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing && remove.mutate(removing.id)}
      >
        Deliveries that still wait are not sent, and the history of deliveries is deleted. This can't be undone.
      </AskDialog>
    </div>
  );
}

const disabledWords = { gone: "The receiver answered 410 Gone", failing: "All deliveries failed for 3 days" };

function State({ webhook: { enabled, disabled_reason, failing_since } }: { webhook: Webhook }) {
  if (enabled && failing_since) return <Tag tone="bad">Failing</Tag>;
  if (enabled) return <Tag tone="good">Enabled</Tag>;
  return (
    <>
      <Tag tone={disabled_reason ? "bad" : "quiet"}>Disabled</Tag>
      {disabled_reason ? <div className={classes.sub}>{disabledWords[disabled_reason]}</div> : null}
    </>
  );
}

function LastDelivery({ webhook }: { webhook: Webhook }) {
  const { last_delivery_at, last_delivery_status, last_response_status } = webhook;
  if (!last_delivery_at) return <span className="dim">None yet</span>;
  return (
    <>
      {last_delivery_status === "delivered" ? "Delivered" : "Failed"}
      {last_response_status === null ? null : ` (${last_response_status})`}
      <div className={classes.sub}>
        <TimeText at={last_delivery_at} />
      </div>
    </>
  );
}

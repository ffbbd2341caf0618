import { Button } from "@mantine/core";
import type { Webhook } from "@opsplane/contract";
import { TimeText } from "../time/time.tsx";
import { RowActions, useDeletion } from "../ui/row-actions.tsx";
import classes from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { Tag } from "../ui/tag.tsx";
import { useRemoveWebhook } from "./queries.ts";

interface WebhooksTableProps {
  webhooks: readonly Webhook[];
  onEdit: (id: string) => void;
  onDeliveries: (id: string) => void;
}

export function WebhooksTable({ webhooks, onEdit, onDeliveries }: WebhooksTableProps) {
  const remove = useRemoveWebhook();
  const deletion = useDeletion<Webhook>({
    title: ({ name }) => `Delete ${name}?`,
    text: "Deliveries that still wait are not sent, and the history of deliveries is deleted. This can't be undone.",
    onConfirm: ({ id }) => remove.mutate(id),
  });
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
              <RowActions name={webhook.name} onOpen={() => onEdit(webhook.id)} onDelete={() => deletion.ask(webhook)}>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => onDeliveries(webhook.id)}
                  aria-label={`Deliveries of ${webhook.name}`}
                >
                  Deliveries
                </Button>
              </RowActions>
            </tr>
          ))}
        </tbody>
      </table>
      {deletion.dialog}
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

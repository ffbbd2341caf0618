import { Button } from "@mantine/core";
import type { WebhookDelivery } from "@opsplane/contract";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { TimeText } from "../time/time.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { type MarkLook, StatusMark } from "../ui/status-mark.tsx";
import { useDelivery, useRedeliver } from "./queries.ts";
import classes from "./webhooks.module.css";

const looks: Record<WebhookDelivery["status"], { word: string; look: MarkLook }> = {
  pending: { word: "Waiting", look: { tone: "amber", shape: "ring" } },
  sending: { word: "Sending", look: { tone: "blue", shape: "ring" } },
  delivered: { word: "Delivered", look: { tone: "green", shape: "square" } },
  failed: { word: "Failed", look: { tone: "red", shape: "full" } },
  canceled: { word: "Canceled", look: { tone: "grey", shape: "square" } },
};

export function DeliveryList({ deliveries }: { deliveries: readonly WebhookDelivery[] }) {
  const [opened, setOpened] = useState<string>();
  return (
    <ul className={classes.deliveries} aria-label="Deliveries">
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <Line
            delivery={delivery}
            open={delivery.id === opened}
            onToggle={() => setOpened(delivery.id === opened ? undefined : delivery.id)}
          />
          {delivery.id === opened ? <Detail delivery={delivery} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Line({ delivery, open, onToggle }: { delivery: WebhookDelivery; open: boolean; onToggle: () => void }) {
  const { word, look } = looks[delivery.status];
  return (
    <button type="button" className={classes.line} aria-expanded={open} onClick={onToggle}>
      {open ? <IconChevronDown size={14} aria-hidden="true" /> : <IconChevronRight size={14} aria-hidden="true" />}
      <span className={`${classes.type} mono`}>{delivery.event_type}</span>
      <StatusMark look={look}>{word}</StatusMark>
      <span className={`${classes.code} dim mono`}>{delivery.response_status ?? ""}</span>
      <span className={`${classes.when} dim`}>
        <TimeText at={delivery.created_at} />
      </span>
    </button>
  );
}

function Detail({ delivery }: { delivery: WebhookDelivery }) {
  const { id, webhook_id, attempts, duration_ms, next_attempt_at, error, response_body, event_id } = delivery;
  const whole = useDelivery(webhook_id, id);
  const again = useRedeliver(webhook_id);
  return (
    <div className={classes.detail}>
      {error ? <p className={classes.error}>{error}</p> : null}
      <dl className={classes.facts}>
        <dt>Attempts</dt>
        <dd>{attempts}</dd>
        {next_attempt_at ? (
          <>
            <dt>Next attempt</dt>
            <dd>
              <TimeText at={next_attempt_at} as="short" />
            </dd>
          </>
        ) : null}
        <dt>Duration</dt>
        <dd>{duration_ms === null ? "—" : `${duration_ms} ms`}</dd>
        <dt>Event ID</dt>
        <dd className="mono">{event_id}</dd>
      </dl>
      <h3>Response</h3>
      {response_body ? <pre>{response_body}</pre> : <p className="dim">Empty</p>}
      <h3>Request body</h3>
      <QueryFace query={whole} loading={<p className="dim">Loading…</p>}>
        {({ body }) => <pre>{indented(body)}</pre>}
      </QueryFace>
      <Button size="compact-sm" variant="default" loading={again.isPending} onClick={() => again.mutate(id)}>
        Send again
      </Button>
    </div>
  );
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

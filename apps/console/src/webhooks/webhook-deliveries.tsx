import { Button } from "@mantine/core";
import type { WebhookDelivery } from "@opsplane/contract";
import { DeliveryFacts, DeliveryList } from "../records/delivery-list.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { useDelivery, useRedeliver } from "./queries.ts";

export function WebhookDeliveries({ deliveries }: { deliveries: readonly WebhookDelivery[] }) {
  return (
    <DeliveryList
      deliveries={deliveries}
      title={({ event_type }) => <span className="mono">{event_type}</span>}
      detail={(delivery) => <Detail delivery={delivery} />}
    />
  );
}

function Detail({ delivery }: { delivery: WebhookDelivery }) {
  const { id, webhook_id, duration_ms, response_body, event_id } = delivery;
  const whole = useDelivery(webhook_id, id);
  const again = useRedeliver(webhook_id);
  return (
    <>
      <DeliveryFacts delivery={delivery}>
        <dt>Duration</dt>
        <dd>{duration_ms === null ? "—" : `${duration_ms} ms`}</dd>
        <dt>Event ID</dt>
        <dd className="mono">{event_id}</dd>
      </DeliveryFacts>
      <h3>Response</h3>
      {response_body ? <pre>{response_body}</pre> : <p className="dim">Empty</p>}
      <h3>Request body</h3>
      <QueryFace query={whole} loading={<p className="dim">Loading…</p>}>
        {({ body }) => <pre>{indented(body)}</pre>}
      </QueryFace>
      <Button size="compact-sm" variant="default" loading={again.isPending} onClick={() => again.mutate(id)}>
        Send again
      </Button>
    </>
  );
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

import { Button } from "@mantine/core";
import type { ChannelDelivery } from "@opsplane/contract";
import { IconSend } from "@tabler/icons-react";
import { DeliveryFacts, DeliveryList } from "../../records/delivery-list.tsx";
import { useCan } from "../../session/context.tsx";
import { Face } from "../../ui/faces.tsx";
import { TextLink } from "../../ui/links.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { RecordDrawer } from "../../ui/record-drawer.tsx";
import { placeText } from "./channel-words.tsx";
import classes from "./channels.module.css";
import { useChannel, useDeliveries, useRedeliver, useSendTest } from "./queries.ts";
import { TestButton, TestResult } from "./test-button.tsx";

/** What was sent to a channel beside the list, with a test. */
export function DeliveriesDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const channel = useChannel(id);
  const test = useSendTest(id);
  const mayWrite = useCan()("oncall:write");
  return (
    <RecordDrawer query={channel} title="Deliveries" onClose={onClose}>
      {(loaded) => (
        <>
          <div className={classes.drawerHead}>
            <div className={`${classes.place} mono`}>{placeText(loaded)}</div>
            {mayWrite ? (
              <div>
                <TestButton channel={loaded} test={test} />
              </div>
            ) : null}
            {test.data ? <TestResult key={test.data.id} channelId={id} delivery={test.data} /> : null}
          </div>
          <Deliveries id={id} />
        </>
      )}
    </RecordDrawer>
  );
}

function Deliveries({ id }: { id: string }) {
  const deliveries = useDeliveries(id);
  return (
    <PagedFace
      list={deliveries}
      empty={
        <Face icon={<IconSend size={20} />} title="No deliveries yet">
          Send a test, or wait for the next page.
        </Face>
      }
    >
      {(items) => (
        <DeliveryList
          deliveries={items}
          title={({ subject }) => subject}
          detail={(delivery) => <Detail channelId={id} delivery={delivery} />}
        />
      )}
    </PagedFace>
  );
}

const kindWords: Record<ChannelDelivery["kind"], string> = {
  page: "Page",
  test: "Test",
  redelivery: "Sent again",
  message: "Message",
};

function Detail({ channelId, delivery }: { channelId: string; delivery: ChannelDelivery }) {
  const again = useRedeliver(channelId);
  const mayWrite = useCan()("oncall:write");
  return (
    <>
      <DeliveryFacts delivery={delivery}>
        <dt>Kind</dt>
        <dd>{kindWords[delivery.kind]}</dd>
        {delivery.incident_reference ? (
          <>
            <dt>Incident</dt>
            <dd>
              <TextLink size="sm" to="/incidents/$reference" params={{ reference: delivery.incident_reference }}>
                {delivery.incident_reference}
              </TextLink>
            </dd>
          </>
        ) : null}
      </DeliveryFacts>
      {mayWrite ? (
        <Button
          size="compact-sm"
          mt="sm"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate(delivery.id)}
        >
          Send again
        </Button>
      ) : null}
    </>
  );
}

import { Button, Group, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Customer, DeploymentMode, TenantSubscription } from "@opsplane/contract/control-plane";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { CancelButton } from "../account/cancel-button.tsx";
import { PlanFacts } from "../account/plan-facts.tsx";
import { PlanForm } from "../account/plan-form.tsx";
import { useSubscription } from "../account/queries.ts";
import { useChange } from "../api.tsx";
import { useCan } from "../can.ts";
import { AskButton } from "../frame/ask-button.tsx";
import { useOffer } from "../welcome/queries.ts";

/** The subscription of a customer, with what the staff may do with it. */
export function SubscriptionPanel({ customer: { id, mode } }: { customer: Customer }) {
  const subscription = useSubscription(id);
  return (
    <Panel title="Subscription">
      <QueryFace query={subscription}>
        {(loaded) => (
          <>
            <PlanFacts subscription={loaded} />
            {loaded.suspended_reason ? (
              <Text size="sm" mt="sm">
                Suspended: {loaded.suspended_reason}
              </Text>
            ) : null}
            {loaded.push_error ? (
              <Text size="sm" c="dimmed" mt="sm">
                The deployment does not know the latest change: {loaded.push_error}
              </Text>
            ) : null}
            <Actions subscription={loaded} mode={mode} />
          </>
        )}
      </QueryFace>
    </Panel>
  );
}

interface ActionsProps {
  subscription: TenantSubscription;
  mode: DeploymentMode;
}

function Actions({ subscription, mode }: ActionsProps) {
  const can = useCan();
  const { tenant_id, status } = subscription;
  const params = { tenant_id };
  const suspend = useChange((api, reason: string) => api.subscriptions.suspend({ params, body: { reason } }), {
    done: () => "Subscription suspended",
  });
  const reactivate = useChange((api, reason: string) => api.subscriptions.reactivate({ params, body: { reason } }), {
    done: () => "Subscription is active",
  });
  const maySuspend = can("subscriptions:suspend");
  return (
    <Group gap="sm" mt="md">
      {can("subscriptions:write") && status === "active" ? (
        <PlanButton subscription={subscription} mode={mode} />
      ) : null}
      {maySuspend && (status === "active" || status === "past_due") ? (
        <AskButton
          label="Suspend"
          title="Suspend the subscription?"
          asks="Reason"
          change={suspend}
          onConfirm={(reason, close) => suspend.mutate(reason, { onSuccess: close })}
        >
          The service of this customer is blocked at once. A payment does not lift it.
        </AskButton>
      ) : null}
      {maySuspend && status !== "active" ? (
        <AskButton
          label="Reactivate"
          title="Make the subscription active again?"
          asks="Reason"
          change={reactivate}
          onConfirm={(reason, close) => reactivate.mutate(reason, { onSuccess: close })}
        >
          The service of this customer continues at once.
        </AskButton>
      ) : null}
      <CancelButton subscription={subscription} />
    </Group>
  );
}

function PlanButton({ subscription, mode }: ActionsProps) {
  const offer = useOffer();
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Change plan
      </Button>
      <Modal opened={opened} onClose={close} title="Change plan" size="xl">
        <QueryFace query={offer}>
          {(offered) => <PlanForm key={subscription.version} subscription={subscription} mode={mode} offer={offered} />}
        </QueryFace>
      </Modal>
    </>
  );
}

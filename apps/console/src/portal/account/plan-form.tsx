import { Alert, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { type AddonId, limitNames, type PlanId } from "@opsplane/contract";
import {
  type BillingPeriod,
  type DeploymentMode,
  hostedModes,
  type Offer,
  type Preview,
  type TenantSubscription,
} from "@opsplane/contract/control-plane";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormProblem } from "../../ui/form-problem.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { toggled } from "../../ui/words.ts";
import { onVersion, useChange, usePortalApi } from "../api.tsx";
import { useCan } from "../can.ts";
import { Facts } from "../frame/facts.tsx";
import { differenceText, moneyText } from "../money.ts";
import { PlanCards } from "../welcome/plan-cards.tsx";
import { limitWords, moduleWords } from "../words.ts";

interface Choice {
  plan_id: PlanId;
  addons: AddonId[];
  billing_period: BillingPeriod;
}

interface PlanFormProps {
  subscription: TenantSubscription;
  mode: DeploymentMode;
  offer: Offer;
}

/** The choice of another plan, add-ons or billing period, with its effect. */
export function PlanForm({ subscription, mode, offer }: PlanFormProps) {
  const can = useCan();
  const { tenant_id, version, status } = subscription;
  const [choice, setChoice] = useState<Choice>(choiceOf(subscription));
  const save = useChange(
    (api, body: Choice) => api.subscriptions.update({ params: { tenant_id }, body }, onVersion(version)),
    { done: ({ plan_name }) => `The plan is ${plan_name}` },
  );
  const locked = !can("subscriptions:write") || status !== "active";
  const changed = JSON.stringify(choice) !== JSON.stringify(choiceOf(subscription));
  const set = (next: Partial<Choice>) => setChoice({ ...choice, ...next });
  return (
    <Stack gap="md">
      {status === "active" ? null : (
        <Alert color="yellow" variant="light">
          The plan can be changed while the subscription is active.
        </Alert>
      )}
      <Panel title="Plan">
        <PlanCards
          // Hosted customers choose from the plans of the signup, self-hosted ones from all.
          plans={offer.plans.filter(({ signup }) => signup || !hostedModes.includes(mode))}
          plan={choice.plan_id}
          period={choice.billing_period}
          disabled={locked}
          onPlan={(plan_id) => set({ plan_id })}
          onPeriod={(billing_period) => set({ billing_period })}
        />
      </Panel>
      <Panel title="Add-ons">
        <Stack gap="sm">
          {offer.addons.map((addon) => {
            const price = addon.prices.find(({ billing_period }) => billing_period === choice.billing_period);
            return (
              <Checkbox
                key={addon.id}
                label={`${addon.name}${price ? `, ${moneyText(price.cents, price.currency)}` : ""}`}
                description={addon.description}
                checked={choice.addons.includes(addon.id)}
                disabled={locked}
                onChange={() => set({ addons: toggled(choice.addons, addon.id) })}
              />
            );
          })}
        </Stack>
      </Panel>
      {changed ? (
        <Panel title="Effect of the change">
          <Effect tenantId={tenant_id} choice={choice} />
          <Stack gap="sm" mt="md">
            <FormProblem error={save.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setChoice(choiceOf(subscription))}>
                Discard
              </Button>
              <Button loading={save.isPending} onClick={() => save.mutate(choice)}>
                Change plan
              </Button>
            </Group>
          </Stack>
        </Panel>
      ) : null}
    </Stack>
  );
}

function choiceOf({ plan_id, addons, billing_period }: TenantSubscription): Choice {
  return { plan_id, addons, billing_period };
}

function Effect({ tenantId, choice }: { tenantId: string; choice: Choice }) {
  const api = usePortalApi();
  const preview = useQuery({
    queryKey: ["preview", tenantId, choice],
    queryFn: ({ signal }) => api.subscriptions.preview({ params: { tenant_id: tenantId }, body: choice }, { signal }),
  });
  return <QueryFace query={preview}>{(loaded) => <EffectFacts preview={loaded} />}</QueryFace>;
}

function EffectFacts({ preview }: { preview: Preview }) {
  const { modules_gained, modules_lost, limits_before, limits_after, cents_before, cents_after, currency } = preview;
  const named = (list: Preview["modules_gained"]) => list.map((module) => moduleWords[module]).join(", ");
  const limits = limitNames.filter((name) => limits_before[name] !== limits_after[name]);
  return (
    <>
      <Facts
        of={{
          Price: `${moneyText(cents_before, currency)} → ${moneyText(cents_after, currency)} per period (${differenceText(cents_before, cents_after, currency)})`,
          "Modules gained": modules_gained.length > 0 ? named(modules_gained) : undefined,
          "Modules lost": modules_lost.length > 0 ? named(modules_lost) : undefined,
          ...Object.fromEntries(
            limits.map((name) => [
              limitWords[name],
              `${limitText(limits_before[name])} → ${limitText(limits_after[name])}`,
            ]),
          ),
        }}
      />
      {modules_lost.length > 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          Data of lost modules is kept, but cannot be used.
        </Text>
      ) : null}
      {preview.exceeded.length > 0 ? (
        <Alert color="yellow" variant="light" mt="sm" title="Your usage exceeds the new limits">
          {preview.exceeded
            .map(
              ({ limit, used, allowed }) =>
                `${limitWords[limit]}: ${limitText(used)} used, ${limitText(allowed)} allowed`,
            )
            .join("; ")}
        </Alert>
      ) : null}
    </>
  );
}

function limitText(limit: number | null): string {
  return limit === null ? "unlimited" : limit.toLocaleString("en", { maximumFractionDigits: 1 });
}

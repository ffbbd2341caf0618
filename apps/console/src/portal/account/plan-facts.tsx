import type { TenantSubscription } from "@opsplane/contract/control-plane";
import { TimeText } from "../../time/time.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Facts } from "../frame/facts.tsx";
import { addonWords, periodWords, subscriptionTones, subscriptionWords } from "../words.ts";

export function PlanFacts({ subscription }: { subscription: TenantSubscription }) {
  const { plan_name, status, addons, billing_period, current_period_end, cancel_at } = subscription;
  return (
    <Facts
      of={{
        Plan: plan_name,
        State: <Tag tone={subscriptionTones[status]}>{subscriptionWords[status]}</Tag>,
        "Add-ons": addons.length > 0 ? addons.map((id) => addonWords[id]).join(", ") : null,
        Billing: periodWords[billing_period],
        [cancel_at ? "Ends" : "Next period"]: <TimeText at={cancel_at ?? current_period_end} as="absolute" />,
      }}
    />
  );
}

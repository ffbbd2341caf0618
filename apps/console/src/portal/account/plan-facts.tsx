import type { TenantSubscription } from "@opsplane/contract/control-plane";
import { TimeText } from "../../time/time.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Facts } from "../frame/facts.tsx";
import { moneyText } from "../money.ts";
import { addonWords, periodWords, subscriptionTones, subscriptionWords } from "../words.ts";
import { usePrice } from "./queries.ts";

const perPeriod = { monthly: "a month", annual: "a year" } as const;

export function PlanFacts({ subscription }: { subscription: TenantSubscription }) {
  const price = usePrice(subscription.tenant_id).data;
  const { plan_name, status, addons, billing_period, current_period_end, cancel_at } = subscription;
  return (
    <Facts
      of={{
        Plan: plan_name,
        State: <Tag tone={subscriptionTones[status]}>{subscriptionWords[status]}</Tag>,
        "Add-ons": addons.length > 0 ? addons.map((id) => addonWords[id]).join(", ") : null,
        Billing: periodWords[billing_period],
        Price: price ? `${moneyText(price.cents_before, price.currency)} ${perPeriod[billing_period]}` : undefined,
        [cancel_at ? "Ends" : "Next invoice"]: <TimeText at={cancel_at ?? current_period_end} as="date" />,
      }}
    />
  );
}

import { Radio, SegmentedControl, Stack, Text } from "@mantine/core";
import type { PlanId } from "@opsplane/contract";
import { type BillingPeriod, billingPeriods, type Offer } from "@opsplane/contract/control-plane";
import { moneyText } from "../money.ts";
import { moduleWords, periodWords } from "../words.ts";
import classes from "./plan-cards.module.css";

type OfferedPlan = Offer["plans"][number];

interface PlanCardsProps {
  plans: readonly OfferedPlan[];
  plan: PlanId;
  period: BillingPeriod;
  disabled?: boolean;
  onPlan: (plan: PlanId) => void;
  onPeriod: (period: BillingPeriod) => void;
}

/** The choice of a plan and a billing period, with prices. */
export function PlanCards({ plans, plan, period, disabled = false, onPlan, onPeriod }: PlanCardsProps) {
  const choose = (id: string) => {
    const chosen = plans.find((each) => each.id === id);
    if (chosen) onPlan(chosen.id);
  };
  return (
    <Stack gap="sm">
      <SegmentedControl<BillingPeriod>
        aria-label="Billing period"
        value={period}
        onChange={onPeriod}
        disabled={disabled}
        data={billingPeriods.map((value) => ({ value, label: periodWords[value] }))}
        style={{ alignSelf: "flex-start" }}
      />
      <Radio.Group aria-label="Plan" value={plan} onChange={choose}>
        <div className={classes.cards}>
          {plans.map((each) => (
            <PlanCard key={each.id} plan={each} period={period} chosen={each.id === plan} disabled={disabled} />
          ))}
        </div>
      </Radio.Group>
    </Stack>
  );
}

interface PlanCardProps {
  plan: OfferedPlan;
  period: BillingPeriod;
  chosen: boolean;
  disabled: boolean;
}

function PlanCard({ plan, period, chosen, disabled }: PlanCardProps) {
  const price = plan.prices.find(({ billing_period }) => billing_period === period);
  const { users, data_gb_per_month, retention_days, ai_credits_per_month } = plan.limits;
  return (
    <div className={classes.card} data-chosen={chosen}>
      <Radio value={plan.id} label={plan.name} disabled={disabled} fw={600} />
      <Text className={classes.price ?? ""}>
        {price ? moneyText(price.cents, price.currency) : "On request"}
        <span className="dim"> {period === "monthly" ? "a month" : "a year"}</span>
      </Text>
      <ul className={classes.list}>
        <li>{users === null ? "Unlimited users" : `${users} users`}</li>
        <li>
          {data_gb_per_month === null ? "Unlimited data" : `${data_gb_per_month.toLocaleString("en")} GB a month`}
        </li>
        <li>{retention_days === null ? "Unlimited retention" : `${retention_days} days of retention`}</li>
        <li>
          {ai_credits_per_month === null
            ? "Unlimited AI credits"
            : `${ai_credits_per_month.toLocaleString("en")} AI credits a month`}
        </li>
      </ul>
      <Text size="xs" c="dimmed">
        {plan.modules.map((module) => moduleWords[module]).join(", ")}
      </Text>
    </div>
  );
}

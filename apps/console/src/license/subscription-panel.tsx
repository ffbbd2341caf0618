import type { LicenseStatus } from "@opsplane/contract";
import { useProfile } from "../session/context.tsx";
import { TimeText } from "../time/time.tsx";
import { Panel } from "../ui/panel.tsx";
import { Tag } from "../ui/tag.tsx";
import { Addons } from "./addons.tsx";
import { Fact, Facts } from "./facts.tsx";
import classes from "./license.module.css";
import { countdown, modeWord, nextWords, periodWords, subscriptionWords } from "./words.ts";

/** The subscription of a hosted deployment. It is changed in the customer portal. */
export function SubscriptionPanel({ status }: { status: LicenseStatus }) {
  const { subscription } = status;
  const { banner, tenant } = useProfile();
  const { word, tone } = subscriptionWords[subscription?.status ?? "active"];
  const left = banner && countdown(banner);
  const next = subscription ? nextWords[subscription.status] : undefined;
  return (
    <Panel title="Subscription">
      <p className={classes.lead}>
        <Tag tone={tone}>{word}</Tag> {left ? `${left}. ` : ""}Change the plan and the payment method in the customer
        portal.
      </p>
      <Facts>
        <Fact name="Plan">{subscription?.plan_name ?? tenant.plan_name}</Fact>
        <Fact name="Add-ons">
          <Addons ids={subscription?.active_addons ?? []} />
        </Fact>
        {subscription ? <Fact name="Billing">{periodWords[subscription.billing_period]}</Fact> : null}
        {next !== undefined && subscription?.status_ends_at ? (
          <Fact name={next}>
            <TimeText at={subscription.status_ends_at} as="absolute" />
          </Fact>
        ) : null}
        <Fact name="Confirmed">
          {subscription ? (
            <TimeText at={subscription.confirmed_at} as="absolute" />
          ) : (
            <span className="dim">Not yet confirmed by the Control Plane</span>
          )}
        </Fact>
        <Fact name="Deployment">{modeWord(status.deployment_mode)}</Fact>
        <Fact name="Tenant Plane">Version {status.tp_version}</Fact>
      </Facts>
    </Panel>
  );
}

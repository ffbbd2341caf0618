import { useProfile } from "../../session/context.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { useOffer } from "../welcome/queries.ts";
import { CancelButton } from "./cancel-button.tsx";
import { PlanForm } from "./plan-form.tsx";
import { useCustomer, useSubscription } from "./queries.ts";

/** A customer changes plan, add-ons and billing period here. */
export function PlanPage() {
  const { tenant } = useProfile();
  const subscription = useSubscription(tenant.id);
  const customer = useCustomer(tenant.id);
  const offer = useOffer();
  return (
    <PortalPage
      title="Plan"
      intro="Choose another plan, add-ons or billing period. The effect is shown before you confirm it."
      needs="subscriptions:read"
      actions={subscription.data ? <CancelButton subscription={subscription.data} /> : null}
    >
      {() => (
        <QueryFace query={subscription}>
          {(loaded) => (
            <QueryFace query={offer}>
              {(offered) => (
                <QueryFace query={customer}>
                  {({ mode }) => <PlanForm key={loaded.version} subscription={loaded} mode={mode} offer={offered} />}
                </QueryFace>
              )}
            </QueryFace>
          )}
        </QueryFace>
      )}
    </PortalPage>
  );
}

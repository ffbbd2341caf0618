import type { TenantSubscription } from "@opsplane/contract/control-plane";
import { useChange } from "../api.tsx";
import { useCan } from "../can.ts";
import { AskButton } from "../frame/ask-button.tsx";

/** Cancels at the end of the paid period. Absent when the subscription ends already. */
export function CancelButton({ subscription }: { subscription: TenantSubscription }) {
  const can = useCan();
  const cancel = useChange(
    (api, tenant_id: string) => api.subscriptions.cancel({ params: { tenant_id }, body: { when: "period_end" } }),
    { done: () => "Subscription canceled" },
  );
  const { tenant_id, status, cancel_at } = subscription;
  if (!can("subscriptions:write") || cancel_at !== null || status === "canceled") return null;
  return (
    <AskButton
      label="Cancel subscription"
      title="Cancel the subscription?"
      change={cancel}
      onConfirm={(_, close) => cancel.mutate(tenant_id, { onSuccess: close })}
    >
      The service continues until the end of the paid period. Then it ends.
    </AskButton>
  );
}

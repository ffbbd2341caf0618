import type { Core } from "../core.ts";
import type { PaymentProvider } from "./port.ts";
import { billChange } from "./writes.ts";

/** Invoices that are paid by bank transfer. The staff records the payments. */
export function manualProvider({ asAutomation, config }: Core): PaymentProvider {
  return {
    paymentPage: async () => undefined,
    follow: (tenantId, at) =>
      asAutomation(tenantId, "billing.change", (write) =>
        billChange(write, tenantId, at, { dueDays: config.invoiceDueDays }),
      ),
    collect: async () => undefined,
  };
}

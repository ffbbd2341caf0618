import type { Core, FeatureOf } from "../core.ts";
import { billingHandlers } from "./handlers.ts";
import { invoiceHandlers } from "./invoice-handlers.ts";
import { billingJobs } from "./jobs.ts";
import { manualProvider } from "./manual.ts";
import { openStripe } from "./stripe/client.ts";
import { stripeProvider } from "./stripe/provider.ts";

/** Invoices and payments, by bank transfer or by card with Stripe. */
export function openBilling(core: Core): FeatureOf<"billing" | "invoices"> {
  const stripe = openStripe(core.config);
  const providers = { manual: manualProvider(core), stripe: stripeProvider(core, stripe) };
  return {
    handlers: { billing: billingHandlers(core, { providers, stripe }), invoices: invoiceHandlers(core) },
    ...billingJobs(core, providers),
  };
}

import Stripe from "stripe";
import type { Config } from "../../config.ts";

/** The connection to Stripe; undefined when no key is set. */
export function openStripe({ stripeKey, stripeUrl }: Pick<Config, "stripeKey" | "stripeUrl">): Stripe | undefined {
  if (stripeKey === undefined) return undefined;
  return new Stripe(stripeKey, { timeout: 15_000, maxNetworkRetries: 1, telemetry: false, ...addressOf(stripeUrl) });
}

function addressOf(url: string | undefined): { host?: string; port?: string; protocol?: "http" | "https" } {
  if (url === undefined) return {};
  const { hostname, port, protocol } = new URL(url);
  const scheme = protocol === "http:" ? "http" : "https";
  return { host: hostname, port: port || (scheme === "http" ? "80" : "443"), protocol: scheme };
}

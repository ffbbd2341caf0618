import type { BilledTo, BillingPeriod, PaymentMethod } from "@opsplane/contract/control-plane";
import { type Db, type Sql, sql } from "@opsplane/runtime";
import type { Card } from "./port.ts";
import type { Billed, PricedItem } from "./rules.ts";

export interface Account extends BilledTo {
  tenant_id: string;
  stripe_customer_id: string | null;
  stripe_subscription_id: string | null;
  stripe_event_at: string | null;
  card: Card | null;
  billed: Billed | null;
  anchor_day: number | null;
  invoiced_until: string | null;
  method_updated_at: string | null;
}

const columns = sql`
  tenant_id, company, billing_email, address, vat_id, po_number, stripe_customer_id, stripe_subscription_id, stripe_event_at, card,
  billed, anchor_day, invoiced_until, method_updated_at`;

const unknown: Omit<Account, "tenant_id"> = {
  ...{ company: null, billing_email: null, address: null, vat_id: null, po_number: null },
  ...{ stripe_customer_id: null, stripe_subscription_id: null, stripe_event_at: null, card: null },
  ...{ billed: null, anchor_day: null, invoiced_until: null, method_updated_at: null },
};

export async function getAccount(db: Db, tenantId: string): Promise<Account> {
  const found = await db.first<Account>(sql`select ${columns} from billing_accounts where tenant_id = ${tenantId}`);
  return found ?? { ...unknown, tenant_id: tenantId };
}

/** Serializes everything that is billed to a customer. */
export async function lockAccount(db: Db, tenantId: string): Promise<Account> {
  await db.run(sql`insert into billing_accounts (tenant_id) values (${tenantId}) on conflict do nothing`);
  await db.run(sql`select from billing_accounts where tenant_id = ${tenantId} for no key update`);
  return getAccount(db, tenantId);
}

export async function saveDetails(db: Db, tenantId: string, details: BilledTo): Promise<void> {
  const { company, billing_email, address, vat_id, po_number } = details;
  await db.run(sql`
    update billing_accounts
    set company = ${company}, billing_email = ${billing_email}, address = ${address}, vat_id = ${vat_id},
        po_number = ${po_number}, method_updated_at = app_now(), updated_at = app_now()
    where tenant_id = ${tenantId}`);
}

export async function saveBilled(
  db: Db,
  tenantId: string,
  { billed, anchorDay }: { billed: Billed; anchorDay: number },
): Promise<void> {
  await db.run(sql`
    update billing_accounts
    set billed = ${JSON.stringify(billed)}::jsonb, anchor_day = ${anchorDay}, invoiced_until = ${billed.end}, updated_at = app_now()
    where tenant_id = ${tenantId}`);
}

export async function saveCard(db: Db, tenantId: string, card: Card | undefined): Promise<void> {
  await db.run(sql`
    update billing_accounts
    set card = coalesce(${card ? JSON.stringify(card) : null}::jsonb, card), method_updated_at = app_now(), updated_at = app_now()
    where tenant_id = ${tenantId}`);
}

export async function bindStripe(
  db: Db,
  tenantId: string,
  { customerId, subscriptionId = null }: { customerId: string; subscriptionId?: string | null },
): Promise<void> {
  await db.run(sql`
    update billing_accounts
    set stripe_customer_id = ${customerId}, stripe_subscription_id = coalesce(${subscriptionId}, stripe_subscription_id),
        method_updated_at = app_now(), updated_at = app_now()
    where tenant_id = ${tenantId}`);
}

export async function saveStripeSubscription(
  db: Db,
  tenantId: string,
  { subscriptionId, at }: { subscriptionId: string | null; at: Date },
): Promise<void> {
  await db.run(sql`
    update billing_accounts
    set stripe_subscription_id = ${subscriptionId}, stripe_event_at = ${at}, updated_at = app_now() where tenant_id = ${tenantId}`);
}

/** The subscription has ended in Stripe. Another one may have begun since. */
export async function forgetStripeSubscription(db: Db, tenantId: string, subscriptionId: string): Promise<void> {
  await db.run(sql`
    update billing_accounts set stripe_subscription_id = null, updated_at = app_now()
    where tenant_id = ${tenantId} and stripe_subscription_id = ${subscriptionId}`);
}

/** The account of a customer of Stripe, among all accounts. */
export async function tenantOfCustomer(system: Db, customerId: string): Promise<string | undefined> {
  const found = await system.first<{ id: string }>(
    sql`select tenant_id as id from billing_accounts where stripe_customer_id = ${customerId}`,
  );
  return found?.id;
}

export async function tenantExists(system: Db, tenantId: string): Promise<boolean> {
  return (await system.first(sql`select from subscriptions where tenant_id = ${tenantId}`)) !== undefined;
}

/** Customers without a card whose next period has begun, or who were never invoiced. */
export const customersToInvoice = (may: (id: Sql) => Sql) => sql`
    select subscription.tenant_id as "tenantId", subscription.tenant_id as id, coalesce(account.invoiced_until, timestamptz '-infinity') as due_at
    from subscriptions subscription
    left join billing_accounts account on account.tenant_id = subscription.tenant_id
    where subscription.payment_provider = 'manual' and subscription.status in ('active', 'past_due')
      and (account.invoiced_until is null or account.invoiced_until <= app_now())
      and (subscription.cancel_at is null or subscription.cancel_at > app_now())
      and ${may(sql`subscription.tenant_id`)}`;

export interface PriceList {
  currency: string;
  items: PricedItem[];
  stripeIds: string[];
}

/** The prices of a plan with add-ons, the plan first. */
export async function pricesOf(
  db: Db,
  { plan_id, addons, billing_period }: { plan_id: string; addons: readonly string[]; billing_period: BillingPeriod },
): Promise<PriceList> {
  const wanted = [plan_id, ...addons];
  const found = await db.rows<PricedItem & { currency: string; stripe_price_id: string | null }>(sql`
    select item, cents, currency, stripe_price_id from prices
    where item = any (${wanted}) and billing_period = ${billing_period} order by array_position(${wanted}::text[], item)`);
  return {
    currency: found[0]?.currency ?? "USD",
    items: found.map(({ item, cents }) => ({ item, cents })),
    stripeIds: found.flatMap(({ stripe_price_id }) => stripe_price_id ?? []),
  };
}

export interface BookedItem {
  item: string;
  billing_period: BillingPeriod;
}

/** What prices of Stripe stand for. */
export function itemsOfPrices(db: Db, priceIds: readonly string[]): Promise<BookedItem[]> {
  return db.rows(sql`select item, billing_period from prices where stripe_price_id = any (${priceIds})`);
}

/** Where invoices of a customer go. */
export async function billingEmail(db: Db, tenantId: string): Promise<{ email: string | null; name: string }> {
  const found = await db.first<{ email: string | null; name: string }>(sql`
    select coalesce(account.billing_email, tenant.contact_email) as email, tenant.name
    from tenants tenant left join billing_accounts account on account.tenant_id = tenant.id where tenant.id = ${tenantId}`);
  return found ?? { email: null, name: tenantId };
}

export function detailsOf({ company, billing_email, address, vat_id, po_number }: BilledTo): BilledTo {
  return { company, billing_email, address, vat_id, po_number };
}

export function methodOf(
  account: Account,
  { provider, card_available }: Pick<PaymentMethod, "provider" | "card_available">,
): PaymentMethod {
  const { tenant_id, card, method_updated_at: updated_at } = account;
  return { tenant_id, provider, ...detailsOf(account), card, card_available, updated_at };
}

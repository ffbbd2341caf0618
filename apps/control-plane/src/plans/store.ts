import type { Page } from "@opsplane/contract";
import type { BillingPeriod, Price } from "@opsplane/contract/control-plane";
import { type Db, everything, readPage, sql } from "@opsplane/runtime";

const columns = sql`id, item, billing_period, cents, currency, stripe_price_id, version, created_at, updated_at`;

/** At most two rows for each plan and add-on. */
export function allPrices(db: Db): Promise<Price[]> {
  return db.rows(sql`select ${columns} from prices order by id limit 1000`);
}

export function listPrices(
  db: Db,
  { limit = 50, offset = 0 }: { limit?: number; offset?: number },
): Promise<Page<Price>> {
  return readPage(db, {
    rows: sql`select ${columns} from prices order by id limit ${limit} offset ${offset}`,
    from: sql`prices where ${everything}`,
    limit,
    offset,
  });
}

export function lockPrice(db: Db, id: string): Promise<Price | undefined> {
  return db.first(sql`select ${columns} from prices where id = ${id} for update`);
}

export function updatePrice(
  db: Db,
  { id, cents, currency, stripe_price_id }: Pick<Price, "id" | "cents" | "currency" | "stripe_price_id">,
): Promise<Price | undefined> {
  return db.first(sql`
    update prices set cents = ${cents}, currency = ${currency}, stripe_price_id = ${stripe_price_id},
      version = version + 1, updated_at = app_now()
    where id = ${id} returning ${columns}`);
}

/** The prices of a plan and its add-ons for one billing period, the plan first. */
export function pricesOf(
  db: Db,
  { plan_id, addons, billing_period }: { plan_id: string; addons: readonly string[]; billing_period: BillingPeriod },
): Promise<Price[]> {
  const items = [plan_id, ...addons];
  return db.rows(sql`
    select ${columns} from prices where item = any (${items}) and billing_period = ${billing_period}
    order by array_position(${items}::text[], item)`);
}

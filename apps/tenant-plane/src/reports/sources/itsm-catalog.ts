import type { Column, Section } from "@opsplane/reports";
import { all, sql } from "@opsplane/runtime";
import { chartOfShares } from "./charts.ts";
import { shareOf } from "./columns.ts";
import { inTeams } from "./incident-filter.ts";
import { allAtOnce } from "./rows.ts";
import type { SourceScope } from "./source.ts";

/** What people order from the catalog, and how well each offer is fulfilled. */
export async function itsmCatalogSource(scope: SourceScope): Promise<Section> {
  const offers = await readOffers(scope);
  const ordered = offers.filter(({ requests }) => requests > 0);
  const sum = (of: (offer: Offer) => number) => offers.reduce((total, offer) => total + of(offer), 0);
  const [most] = ordered;
  return {
    source: "ITSM catalog",
    findings: [
      `${ordered.length} of ${offers.length} offers of the catalog were ordered.`,
      ...(most ? [`${most.name} was ordered most often (${most.requests}).`] : []),
    ],
    figures: [
      { name: "Offers", value: offers.length, unit: "count" },
      { name: "Offers without orders", value: offers.length - ordered.length, unit: "count" },
      { name: "Orders", value: sum(({ requests }) => requests), unit: "count", headline: true },
      {
        ...{
          name: "Fulfilled in time",
          value: shareOf(
            sum((offer) => offer.in_time),
            sum((offer) => offer.with_target),
          ),
        },
        ...{ unit: "percent", better: "higher" },
      },
    ],
    charts: [
      chartOfShares(
        "Orders by offer",
        "Orders",
        ordered.slice(0, maxBars).map(({ name, requests }) => ({ name, count: requests })),
      ),
      chartOfShares("Orders by category", "Orders", byCategory(ordered)),
    ],
    tables: [
      {
        ...{ name: "Offers", columns, total: offers.length },
        rows: () =>
          allAtOnce(
            offers.map((offer) => [
              ...[offer.name, offer.category, offer.enabled, offer.requests, offer.fulfilled, offer.rejected],
              ...[offer.seconds, offer.target_hours === null ? null : offer.target_hours * 3600],
              shareOf(offer.in_time, offer.with_target),
            ]),
          ),
      },
    ],
    notes: offers.length === maxOffers ? [`Only the ${maxOffers} offers with the most orders are included.`] : [],
  };
}

interface Offer {
  name: string;
  category: string;
  enabled: boolean;
  target_hours: number | null;
  requests: number;
  fulfilled: number;
  rejected: number;
  with_target: number;
  in_time: number;
  seconds: number | null;
}

const maxOffers = 5000;
const maxBars = 15;

function readOffers({ db, period: { from, to }, parameters: { teams = [] } }: SourceScope): Promise<Offer[]> {
  const counted = all([
    sql`request.created_at >= ${from} and request.created_at < ${to}`,
    teams.length > 0 && inTeams(sql`request.tenant_id`, sql`request.assigned_to`, teams),
  ]);
  return db.rows(sql`
    select offer.name, offer.category, offer.enabled, offer.target_hours, count(request.id)::integer as requests,
      count(*) filter (where request.status = 'fulfilled')::integer as fulfilled,
      count(*) filter (where request.status = 'rejected')::integer as rejected,
      count(*) filter (where request.status = 'fulfilled' and request.target_at is not null)::integer as with_target,
      count(*) filter (where request.status = 'fulfilled' and request.closed_at <= request.target_at)::integer as in_time,
      avg(extract(epoch from request.closed_at - request.created_at)) filter (where request.status = 'fulfilled')::float8 as seconds
    from catalog_items offer
    left join service_requests request
      on request.tenant_id = offer.tenant_id and request.catalog_item_id = offer.id and ${counted}
    group by offer.id order by requests desc, offer.name limit ${maxOffers}`);
}

function byCategory(offers: readonly Offer[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { category, requests } of offers) counts.set(category, (counts.get(category) ?? 0) + requests);
  return [...counts].map(([name, count]) => ({ name, count }));
}

const columns: readonly Column[] = [
  { key: "offer", name: "Offer" },
  { key: "category", name: "Category" },
  { key: "enabled", name: "Enabled" },
  { key: "orders", name: "Orders", unit: "count" },
  { key: "fulfilled", name: "Fulfilled", unit: "count" },
  { key: "rejected", name: "Rejected", unit: "count" },
  { key: "mean_fulfillment_seconds", name: "Mean time to fulfill", unit: "seconds" },
  { key: "target_seconds", name: "Target time", unit: "seconds" },
  { key: "in_time_percent", name: "In time", unit: "percent" },
];

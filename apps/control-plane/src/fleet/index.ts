import { type Db, type ReadContext, sql } from "@opsplane/runtime";
import type { FeatureOf } from "../core.ts";
import { listDeployments } from "../deployments/index.ts";
import { countExpiring, listLicenses, presentLicense } from "../licenses/index.ts";
import { latestRelease } from "../releases/index.ts";
import { listSubscriptions, presentSubscription } from "../subscriptions/index.ts";
import { listCustomers } from "../tenants/index.ts";
import { minorsBehind, newest } from "./rules.ts";

const limit = 50;
const silentMs = 2 * 24 * 3_600_000;

/** What needs the attention of the staff. */
export function openFleet(): FeatureOf<"fleet"> {
  return { handlers: { fleet: { get: overview } } };
}

async function overview({ db, now }: ReadContext) {
  const versions = await deploymentsByVersion(db);
  const release = await latestRelease(db, "stable");
  const newest_version = release?.version ?? newest(versions.map(({ tp_version }) => tp_version));
  const licenses = async (filter: Parameters<typeof listLicenses>[1]) => {
    const { items, total } = await listLicenses(db, { ...filter, limit });
    return { total, items: items.map((license) => presentLicense(license, now)) };
  };
  const subscriptions = async (status: "past_due" | "suspended") => {
    const { items, total } = await listSubscriptions(db, { status, limit });
    return { total, items: items.map((stored) => presentSubscription(stored, now)) };
  };
  return {
    newest_version,
    versions: versions.map((each) => ({ ...each, minors_behind: minorsBehind(each.tp_version, newest_version) })),
    unhealthy: await listDeployments(db, { unhealthy: true, limit }),
    silent_licenses: await licenses({ silentSince: new Date(now.getTime() - silentMs) }),
    expiring: await countExpiring(db),
    expiring_licenses: await licenses({ expires_within_days: 90 }),
    past_due: await subscriptions("past_due"),
    suspended: await subscriptions("suspended"),
    failed_provisionings: await listCustomers(db, { provisioning: "failed", limit }),
    as_of: now.toISOString(),
  };
}

function deploymentsByVersion(db: Db): Promise<{ tp_version: string | null; deployments: number }[]> {
  return db.rows(sql`
    select tp_version, count(*) as deployments from deployments group by tp_version
    order by count(*) desc, tp_version limit 1000`);
}

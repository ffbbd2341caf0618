import type { Fault } from "../simulator/faults.ts";
import { badDeploy, fillChanges, makeChange } from "./changes.ts";
import { fillIncidents } from "./incidents.ts";
import { fillItems, type Items } from "./items.ts";
import { type Api, type Email, fillPeople } from "./people.ts";
import { fillReports } from "./reports.ts";
import { fillRequests } from "./requests.ts";

export interface FillInput {
  /** An admin of the tenant. */
  readonly api: Api;
  /** The client of one of the people, who log in with `password`. */
  readonly as: (email: Email) => Promise<Api>;
  readonly password: string;
  readonly now: number;
  readonly fault?: Fault | undefined;
}

/** Fills a tenant with the records of the shop, through the public API. What exists already is kept, so it can be called again. */
export async function fillTenant({ api, as, password, now, fault }: FillInput): Promise<Items> {
  const people = await fillPeople(api, password);
  const items = await fillItems(api, people);
  const context = { api, as, people, items, now };
  await fillIncidents(api, as, people, items);
  await fillChanges(context);
  if (fault?.kind === "bad-deploy") {
    const { items: known } = await api.changes.list({ query: { q: badDeploy.title, limit: 10 } });
    if (!known.some(({ title }) => title === badDeploy.title)) await makeChange(context, badDeploy);
  }
  await fillRequests(api, as);
  await fillReports(api);
  return items;
}

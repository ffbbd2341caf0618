import { type Db, type HealthComponent, sql } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { maxFailures, noMailServer } from "../channels/problems.ts";

const maxCounted = 100;
const maxPages = 200;
const inARow = 3;

/** Whether pages can be delivered. Where customers share a server, their own channels are not its health. */
export async function pagingHealth({
  database,
  mailer,
  config,
}: Pick<Core, "database" | "mailer" | "config">): Promise<HealthComponent[]> {
  const own = config.deploymentMode !== "shared_saas";
  // PostgreSQL itself is another component.
  const found = await readTroubles(database.system).catch(() => undefined);
  if (!found) return [];
  const { emails, failing, unreached } = found;
  const problems = [
    !mailer && emails > 0 && `${noMailServer} ${counted(emails, "notification channel")} of type email cannot deliver.`,
    own && failing > 0 && `${counted(failing, "notification channel")} failed ${maxFailures} times in a row or more.`,
    own && unreached > 0 && `The last ${inARow} pages reached nobody.`,
  ].filter((each) => each !== false);
  const message = problems.length > 0 ? problems.join(" ") : null;
  return [{ name: "paging", status: message === null ? "up" : "down", message, latency_ms: null }];
}

function counted(count: number, noun: string): string {
  const shown = count < maxCounted ? `${count}` : `${maxCounted} or more`;
  return `${shown} ${noun}${count === 1 ? "" : "s"}`;
}

interface Troubles {
  /** Channels that need a mail server. */
  emails: number;
  failing: number;
  /** Tenants whose last pages of a day reached nobody. */
  unreached: number;
}

function readTroubles(system: Db): Promise<Troubles | undefined> {
  return system.first(sql`
    select
      (select count(*)::int from (
        select from notification_channels where enabled and type = 'email' limit ${maxCounted}) emails) as emails,
      (select count(*)::int from (
        select from notification_channels where enabled and failures >= 3 limit ${maxCounted}) failing) as failing,
      (select count(*)::int from (
        select distinct tenant_id from (
          select tenant_id from oncall_pages where reach = 'unreached' and unreached_at > app_now() - interval '1 day'
          order by unreached_at desc limit ${maxPages}) latest) tenants
       where (
         select count(*) from (
           select reach from oncall_pages page where page.tenant_id = tenants.tenant_id and reach <> 'waiting'
           order by id desc limit ${inARow}) newest
         where reach = 'unreached') = ${inARow}) as unreached`);
}

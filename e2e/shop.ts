import { type Fault, fillTenant, openIncident, openSender, openSimulation, sendHistory } from "@opsplane/demo";
import { goodPassword, type Person } from "@opsplane/tenant-plane/testing/people";
import type { Stage } from "./stage.ts";

export interface Shop {
  boss: Person;
  /** The unfolding incident. */
  incident: string;
  /** The end of the telemetry. */
  until: number;
}

const minute = 60_000;
const historyMs = 25 * minute;
const faultMs = 12 * minute;

/** A tenant with the records of the demo shop, and 25 minutes of its telemetry with a slow database. */
export async function openShop({ plane }: Pick<Stage, "plane">): Promise<Shop> {
  const boss = await plane.tenant("enterprise");
  const until = Math.floor(Date.now() / 1000) * 1000;
  const fault: Fault = { kind: "slow-database", startedAt: until - faultMs };
  const as = async (email: string) => (await plane.login(email, goodPassword, boss.tokens.user.tenant_id)).api;
  const { token } = await boss.api.collectors.create({ body: { name: "Demo shop" } });
  const send = openSender({ baseUrl: plane.url, token, signal: new AbortController().signal });
  const simulation = openSimulation({ seed: 1, fault });
  await sendHistory(simulation, send, { from: until - historyMs, to: until }, async () => undefined);
  const items = await fillTenant({ api: boss.api, as, password: goodPassword, now: until, fault });
  const { reference } = await openIncident(boss.api, as, items, fault);
  return { boss, incident: reference, until };
}

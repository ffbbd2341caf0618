import { type Database, type Db, sql } from "@opsplane/runtime";
import type { BurnRequest, ReadBurnRates } from "../alerts/index.ts";
import { burnRateOf, type Events } from "./rules.ts";

const minute = 60_000;
/** Older measurements say nothing about the present. */
const staleMs = 10 * minute;

/** Burn rates for alert policies, from the slots of objectives by one statement. */
export function openBurnRates({ tenant }: Database): (tenantId: string) => ReadBurnRates {
  return (tenantId) => async (requests) => {
    const asked = requests.flatMap(questionsOf);
    const answers = await readEvents(tenant(tenantId), asked);
    return requests.map(({ moments: { points }, minEvents }, request) => {
      const line = { values: new Float64Array(points), there: new Uint8Array(points) };
      for (let point = 0; point < points; point++) {
        const rate = smallerRate(
          answers.get(keyOf(request, point, "long")),
          answers.get(keyOf(request, point, "short")),
          minEvents,
        );
        if (rate === undefined) continue;
        line.values[point] = rate;
        line.there[point] = 1;
      }
      return line;
    });
  };
}

interface Question {
  key: string;
  sloId: string;
  at: number;
  length: number;
}

const keyOf = (request: number, point: number, window: "long" | "short") => `${request} ${point} ${window}`;

function questionsOf({ sloId, window, shortWindow, moments }: BurnRequest, request: number): Question[] {
  return Array.from({ length: moments.points }, (_, point) => {
    const at = Math.floor((moments.start + point * moments.step) / minute) * minute;
    return [
      { key: keyOf(request, point, "long"), sloId, at, length: window },
      { key: keyOf(request, point, "short"), sloId, at, length: shortWindow },
    ];
  }).flat();
}

interface BurnResult extends Events {
  key: string;
  objective: number;
}

/** Moments that are not measured, or whose minutes are no longer kept, have no answer. */
async function readEvents(db: Db, asked: readonly Question[]): Promise<Map<string, BurnResult>> {
  if (asked.length === 0) return new Map();
  const rows = await db.rows<BurnResult>(sql`
    select asked.key, slo.objective, events.good, events.total
    from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ sloId }) => sloId)}::uuid[],
                ${asked.map(({ at }) => new Date(at).toISOString())}::timestamptz[], ${asked.map(({ length }) => length)}::float8[])
      as asked (key, slo_id, at, ms)
    join slos slo on slo.id = asked.slo_id
    join slo_measurements measured on measured.tenant_id = slo.tenant_id and measured.slo_id = slo.id
    cross join lateral (select least(asked.at, measured.measured_until) as until) reached
    cross join lateral slo_events(slo.tenant_id, slo.id, reached.until - make_interval(secs => asked.ms / 1000), reached.until) events
    where asked.at - measured.measured_until <= make_interval(secs => ${staleMs / 1000})
      and asked.at > measured.measured_until - interval '3 days'`);
  return new Map(rows.map((row) => [row.key, row]));
}

/** Both windows must burn. A window without events burns nothing, and so do too few events: one failure of three is no outage. */
function smallerRate(
  long: BurnResult | undefined,
  short: BurnResult | undefined,
  minEvents: number,
): number | undefined {
  if (long === undefined || short === undefined) return undefined;
  if (long.total < minEvents) return 0;
  return Math.min(burnRateOf(long.objective, long) ?? 0, burnRateOf(short.objective, short) ?? 0);
}

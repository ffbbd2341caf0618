import type { Random } from "./random.ts";
import * as words from "./words.ts";

/** A part of a question: what people say, and what it means in SQL. */
export interface Filter {
  readonly slot: string;
  readonly say: string;
  readonly sql: string;
  /** Said before the noun, as in "open incidents". */
  readonly before?: boolean;
}

const open = "status not in ('resolved', 'closed')";
const listed = (of: readonly string[]) => of.map((each) => `'${each}'`).join(", ");
const person = (name: string) => `(select id from users where tenant_id = $1 and name = '${name}')`;

const worse = (of: readonly string[], at: string, from: number, to: number) => {
  const place = of.indexOf(at);
  return of.slice(Math.max(0, place + from), to === 0 ? undefined : place + to);
};

function severity(random: Random): Filter {
  const one = random.pick(words.severities);
  const [first, second] = random.pair(words.severities);
  const middle = random.pick(["P2", "P3", "P4"] as const);
  const all = words.severities;
  const among = (of: readonly string[], say: string, before = false): Filter => ({
    slot: "severity",
    say,
    sql: `severity in (${listed(of)})`,
    before,
  });
  const not = (of: readonly string[]) => all.filter((each) => !of.includes(each));
  return random.pick([
    () => among([one], one, true),
    () => among([one], random.pick([`with severity ${one}`, `of priority ${one}`, `that are ${one}`])),
    () =>
      among([first, second], random.pick([`that are ${first} or ${second}`, `with severity ${first} or ${second}`])),
    () =>
      among(not([one]), random.pick([`that are not ${one}`, `other than ${one}`, `except ${one}`, `excluding ${one}`])),
    () =>
      among(
        not([first, second]),
        random.pick([`that are neither ${first} nor ${second}`, `except ${first} and ${second}`]),
      ),
    () =>
      among(
        worse(all, middle, -9, 0).slice(0, all.indexOf(middle)),
        random.pick([`worse than ${middle}`, `above ${middle}`]),
      ),
    () =>
      among(
        all.slice(0, all.indexOf(middle) + 1),
        random.pick([`${middle} or above`, `${middle} or higher`, `at least ${middle}`]),
      ),
    () => among(all.slice(all.indexOf(middle)), random.pick([`${middle} or lower`, `${middle} or below`])),
    () => among(all.slice(all.indexOf(middle) + 1), random.pick([`less severe than ${middle}`, `below ${middle}`])),
  ])();
}

const named = (table: string, key: string, names: readonly string[]) =>
  `id in (select named.${key} from ${table} named join config_items item on item.id = named.ci_id where named.tenant_id = $1 and item.name in (${listed(names)}))`;

function item(random: Random, table: string, key: string, verb: readonly [string, ...string[]]): Filter {
  const one = random.pick(words.services);
  const [first, second] = random.pair(words.services);
  const on = random.pick(verb);
  return random.pick([
    () => ({ slot: "item", say: `${on} ${one}`, sql: named(table, key, [one]) }),
    () => ({ slot: "item", say: `${on} ${one}`, sql: named(table, key, [one]) }),
    () => ({ slot: "item", say: `${on} ${first} or ${second}`, sql: named(table, key, [first, second]) }),
    () => ({ slot: "item", say: `not ${on} ${one}`, sql: `not (${named(table, key, [one])})` }),
    () => ({ slot: "item", say: `except ${on} ${one}`, sql: `not (${named(table, key, [one])})` }),
  ])();
}

function assignee(random: Random): Filter {
  const [name] = random.pick(words.people);
  const [[first], [second]] = random.pair(words.people);
  const said = (full: string) => (random.chance(0.5) ? full : (full.split(" ")[0] ?? full));
  return random.pick([
    () => ({ slot: "assignee", say: `assigned to ${said(name)}`, sql: `assigned_to = ${person(name)}` }),
    () => ({
      slot: "assignee",
      say: `assigned to ${said(first)} or ${said(second)}`,
      sql: `assigned_to in (${person(first)}, ${person(second)})`,
    }),
    () => ({
      slot: "assignee",
      say: `not assigned to ${said(name)}`,
      sql: `assigned_to is distinct from ${person(name)}`,
    }),
    () => ({
      slot: "assignee",
      say: random.pick(["without an assignee", "assigned to nobody"]),
      sql: "assigned_to is null",
    }),
    () => ({ slot: "assignee", say: "unassigned", sql: "assigned_to is null", before: true }),
  ])();
}

function opener(random: Random, column: string, verbs: readonly [string, ...string[]]): Filter {
  const [name, login] = random.pick(words.people);
  return {
    slot: "opener",
    say: `${random.pick(verbs)} by ${random.chance(0.5) ? name : (name.split(" ")[0] ?? name)}`,
    sql: `${column} = '${login}@shop.example'`,
  };
}

function oneOfWords(
  random: Random,
  slot: string,
  column: string,
  of: readonly [string, string, ...string[]],
  say: (value: string) => string,
): Filter {
  const one = random.pick(of);
  const [first, second] = random.pair(of);
  return random.pick([
    () => ({ slot, say: say(one), sql: `${column} = '${one}'` }),
    () => ({ slot, say: say(`${first} or ${second}`), sql: `${column} in ('${first}', '${second}')` }),
    () => ({
      slot,
      say: slot === "status" ? `that are not ${one}` : `not ${say(one)}`,
      sql: `${column} <> '${one}'`,
    }),
  ])();
}

function status(random: Random): Filter {
  if (random.chance(0.6)) {
    const said = random.pick(["open", "unresolved", "ongoing"]);
    return { slot: "status", say: said, sql: open, before: true };
  }
  const [first, second] = random.pair(words.incidentStatuses);
  return random.pick([
    () => ({ slot: "status", say: `that are ${first}`, sql: `status = '${first}'` }),
    () => ({ slot: "status", say: `that are ${first} or ${second}`, sql: `status in ('${first}', '${second}')` }),
    // Closed ones were resolved too. "Not acknowledged" may mean the status or that nobody did, so it is not asked.
    () => ({ slot: "status", say: random.pick(["that are not resolved", "not yet resolved"]), sql: open }),
    () => ({ slot: "status", say: "that are not closed", sql: "status <> 'closed'" }),
    () => ({ slot: "status", say: "that are not investigating", sql: "status <> 'investigating'" }),
  ])();
}

function source(random: Random): Filter {
  const one = random.pick(words.sources);
  const [first, second] = random.pair(words.sources);
  return random.pick([
    () => ({ slot: "source", say: `that came from ${one}`, sql: `source = '${one}'` }),
    () => ({ slot: "source", say: `from ${first} or ${second}`, sql: `source in ('${first}', '${second}')` }),
    () => ({ slot: "source", say: `that did not come from ${one}`, sql: `source <> '${one}'` }),
  ])();
}

function age(random: Random): Filter {
  const count = 2 + random.below(20);
  const [unit] = [random.pick(["hours", "days"] as const)];
  const far = `created_at < now() - interval '${count} ${unit}'`;
  return random.pick([
    () => ({
      slot: "status",
      say: `open for ${random.pick(["more than", "longer than", "over"])} ${count} ${unit}`,
      sql: `${open} and ${far}`,
    }),
    () => ({ slot: "status", say: `open for less than ${count} ${unit}`, sql: `${open} and not (${far})` }),
    () => ({
      slot: "status",
      say: `resolved within ${count} hours`,
      sql: `resolved_at - created_at <= interval '${count} hours'`,
    }),
    () => ({
      slot: "status",
      say: `that took more than ${count} hours to resolve`,
      sql: `resolved_at - created_at > interval '${count} hours'`,
    }),
    () => ({
      slot: "status",
      say: `acknowledged within ${count * 2} minutes`,
      sql: `acknowledged_at - created_at <= interval '${count * 2} minutes'`,
    }),
  ])();
}

export const incidentFilters: readonly ((random: Random) => Filter)[] = [
  severity,
  severity,
  (random) => item(random, "incident_items", "incident_id", ["on", "affecting", "about"]),
  assignee,
  (random) => opener(random, "created_by", ["opened", "reported", "created", "raised"]),
  status,
  status,
  source,
  age,
];

export const changeFilters: readonly ((random: Random) => Filter)[] = [
  (random) => oneOfWords(random, "status", "status", words.changeStatuses, (value) => `that are ${value}`),
  (random) => oneOfWords(random, "risk", "risk_level", words.risks, (value) => `with ${value} risk`),
  (random) => {
    const one = random.pick(words.changeTypes);
    const [first, second] = random.pair(words.changeTypes);
    return random.pick([
      () => ({ slot: "type", say: one, sql: `type = '${one}'`, before: true }),
      () => ({ slot: "type", say: `${first} or ${second}`, sql: `type in ('${first}', '${second}')`, before: true }),
      () => ({ slot: "type", say: `except ${one} ones`, sql: `type <> '${one}'` }),
    ])();
  },
  (random) => item(random, "change_items", "change_id", ["on", "touching", "affecting"]),
  assignee,
  (random) => opener(random, "requested_by", ["requested"]),
];

export const requestFilters: readonly ((random: Random) => Filter)[] = [
  (random) => oneOfWords(random, "status", "status", words.requestStatuses, (value) => `that are ${value}`),
  () => ({
    slot: "status",
    say: "open",
    sql: "status in ('submitted', 'pending_approval', 'approved', 'in_fulfillment')",
    before: true,
  }),
  assignee,
  (random) => opener(random, "requested_by", ["requested", "made"]),
];

const group = (name: string) => `(select id from groups where tenant_id = $1 and name = '${name}')`;

export const itemFilters: readonly ((random: Random) => Filter)[] = [
  (random) => {
    const [own] = random.pick(words.environments.map((each) => [each]) as [[string], [string]]);
    return random.chance(0.5)
      ? { slot: "environment", say: `in ${own}`, sql: `environment = '${own}'` }
      : { slot: "environment", say: `not in ${own}`, sql: `environment <> '${own}'` };
  },
  (random) =>
    oneOfWords(random, "criticality", "criticality", words.criticalities, (value) => `with ${value} criticality`),
  (random) => {
    const team = random.pick(words.teams);
    return random.pick([
      () => ({ slot: "owner", say: `owned by the ${team}`, sql: `owner_group_id = ${group(team)}` }),
      () => ({ slot: "owner", say: `not owned by the ${team}`, sql: `owner_group_id is distinct from ${group(team)}` }),
      () => ({ slot: "owner", say: "without an owner", sql: "owner_group_id is null and owner_user_id is null" }),
    ])();
  },
];

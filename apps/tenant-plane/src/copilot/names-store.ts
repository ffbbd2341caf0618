import { builtInClasses } from "@opsplane/contract";
import { sql } from "@opsplane/runtime";
import type { Asker } from "../tools/index.ts";
import type { NamedRecord } from "./understand/names.ts";
import { keyOf } from "./understand/text.ts";

const maxItems = 2000;
const maxOthers = 1000;

/** The names of the tenant that the asker may see. Of many items, the most critical ones and those that the question names. */
export async function loadNames({ db, principal }: Asker, words: readonly string[]): Promise<NamedRecord[]> {
  const may = (permission: string) => principal.permissions.has(permission);
  const spellings = spellingsOf(words);
  return db.rows<NamedRecord>(sql`
    (select 'item' as kind, id::text, name from items_of_tenant where ${may("cmdb:read") || may("observability:read")} order by weight desc, id limit ${maxItems})
    union all
    (select 'item', id::text, name from items_of_tenant
      where ${may("cmdb:read") || may("observability:read")} and lower(name) = any (${spellings}::text[]) limit 20)
    union all
    (select 'person', id::text, name from users where ${may("directory:read")} and disabled_at is null order by name limit ${maxOthers})
    union all
    (select 'team', id::text, name from groups where ${may("directory:read")} order by name limit ${maxOthers})
    union all
    (select 'schedule', id::text, name from oncall_schedules where ${may("oncall:read")} order by name limit ${maxOthers})
    union all
    (select 'runbook', id::text, name from runbooks where ${may("runbooks:read")} order by name limit ${maxOthers})
    union all
    (select 'workflow', id::text, name from workflows where ${may("automation:read")} order by name limit ${maxOthers})
    union all
    (select 'slo', id::text, name from slos where ${may("slos:read")} order by name limit ${maxOthers})
    union all
    (select 'kpi', id::text, name from kpis where ${may("reports:read")} order by name limit ${maxOthers})
    union all
    (select 'environment', environment, environment from (select distinct environment
      from (select environment from items_of_tenant where ${may("cmdb:read")} order by weight desc, id limit ${maxItems}) items) known
      where environment <> '' limit 50)
    union all
    (select 'source', source, source from (select distinct source
      from (select source from incidents_of_tenant where ${may("incidents:read")} order by created_at desc, id desc limit ${maxOthers}) latest) known
      where source <> '' limit 50)`);
}

const maxSpellings = 400;

/** The words of a question in groups, as a name may be written. */
function spellingsOf(words: readonly string[]): string[] {
  const found = new Set<string>();
  for (let length = 1; length <= 4; length += 1) {
    for (let start = 0; start + length <= words.length && found.size < maxSpellings; start += 1) {
      const group = words.slice(start, start + length);
      found.add(group.join(" "));
      if (length > 1) found.add(group.join("-"));
      found.add(keyOf(group.join(" ")));
    }
  }
  return [...found];
}

/** The built-in classes of configuration items, and what people call them. */
export const classNames: readonly NamedRecord[] = [
  ...Object.entries(builtInClasses).map(([id, { label }]): NamedRecord => ({ kind: "class", id, name: label })),
  ...[
    ["virtual_machine", "vm"],
    ["database", "db"],
    ["message_queue", "queue"],
    ["kubernetes_cluster", "cluster"],
  ].map(([id = "", name = ""]): NamedRecord => ({ kind: "class", id, name })),
];

import type { ConfigItem, Input, operations, RelationType } from "@opsplane/contract";
import type { Person } from "@opsplane/tenant-plane/testing/people";

type Fields = Partial<Input<typeof operations.cmdb.create>["body"]>;

export function create(by: Person, name: string, fields: Fields = {}): Promise<ConfigItem> {
  return by.api.cmdb.create({ body: { name, class: "server", ...fields } });
}

export function relate(by: Person, source: ConfigItem, type: RelationType, target: ConfigItem) {
  return by.api.cmdb.relate({ body: { source_id: source.id, target_id: target.id, type } });
}

/** A shop that depends on a service, which depends on a database on a host. */
export async function landscape(by: Person) {
  const host = await create(by, "host-1");
  const db = await create(by, "orders-db", { class: "database", criticality: "critical" });
  const checkout = await create(by, "checkout", { class: "service", criticality: "high" });
  const shop = await create(by, "Web shop", { class: "business_service", criticality: "critical" });
  await relate(by, db, "runs_on", host);
  await relate(by, checkout, "depends_on", db);
  await relate(by, checkout, "part_of", shop);
  return { host, db, checkout, shop };
}

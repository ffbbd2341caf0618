import { randomBytes } from "node:crypto";
import { newId, openPasswords } from "@opsplane/runtime";
import pg from "pg";
import { type ControlPerson, goodPassword, type TestControlPlane } from "./control-plane.ts";

const passwords = openPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Someone of a customer's account, logged in. Without a name the account is new. */
export async function aCustomer(
  plane: TestControlPlane,
  {
    tenantId = `customer-${randomBytes(4).toString("hex")}`,
    role = "admin",
  }: { tenantId?: string; role?: string } = {},
): Promise<ControlPerson & { tenantId: string }> {
  const email = `${role}-${randomBytes(4).toString("hex")}@example.com`;
  await withDatabase(plane, async (client) => {
    await client.query("insert into tenants (id, name) values ($1, $1) on conflict do nothing", [tenantId]);
    await client.query(
      `insert into users (id, tenant_id, email, name, role, password_hash, must_change_password)
       values ($1, $2, $3, $3, $4, $5, false)`,
      [newId(), tenantId, email, role, await passwords.hash(goodPassword)],
    );
  });
  return { ...(await plane.login(email, goodPassword, tenantId)), tenantId };
}

/** The owner of the database, which row-level security binds to no account. */
export async function withDatabase<T>(
  { databaseUrl }: Pick<TestControlPlane, "databaseUrl">,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c role=opsplane_system" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

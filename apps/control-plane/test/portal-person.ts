import { randomBytes } from "node:crypto";
import { newId, openPasswords } from "@opsplane/runtime";
import pg from "pg";
import { type ControlPerson, goodPassword, type TestControlPlane } from "./control-plane.ts";

const passwords = openPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Someone of a customer's account, without an invitation by email. */
export async function portalPerson(plane: TestControlPlane, tenantId: string, role = "admin"): Promise<ControlPerson> {
  const email = `${role}-${randomBytes(4).toString("hex")}@example.com`;
  const client = new pg.Client({ connectionString: plane.databaseUrl, options: "-c role=opsplane_system" });
  await client.connect();
  try {
    await client.query(
      `insert into users (id, tenant_id, email, name, role, password_hash, must_change_password)
       values ($1, $2, $3, $3, $4, $5, false)`,
      [newId(), tenantId, email, role, await passwords.hash(goodPassword)],
    );
  } finally {
    await client.end();
  }
  return plane.login(email, goodPassword, tenantId);
}

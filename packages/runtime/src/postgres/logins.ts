import { randomBytes } from "node:crypto";
import pg from "pg";
import { runtimeRole, systemRole } from "./database.ts";

/** The URL of each pool. */
export interface Logins {
  tenant: string;
  system: string;
}

/**
 * Gives both roles a login with a new password, on a PostgreSQL server that only we use. A pool that logs in as the owner and sets
 * its role could undo that with `set role none`.
 */
export async function openLogins(ownerUrl: string): Promise<Logins> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "opsplane-migrate" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const login = async (role: string) => {
      // Only letters, digits, - and _, so no quoting is needed.
      const password = randomBytes(32).toString("base64url");
      await client.query(`alter role ${role} login password '${password}'`);
      return Object.assign(new URL(ownerUrl), { username: role, password }).href;
    };
    return { tenant: await login(runtimeRole), system: await login(systemRole) };
  } finally {
    await client.end();
  }
}

import { randomBytes } from "node:crypto";
import pg from "pg";
import { runtimeRole, systemRole } from "./database.ts";

/** Where each pool connects. */
export interface Logins {
  tenant: string;
  system: string;
}

/**
 * Lets the two roles log in themselves, with new passwords, on a server that is ours alone. A pool that logged in as the owner
 * and only set its role could undo that with `set role none`.
 */
export async function openLogins(ownerUrl: string): Promise<Logins> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "opsplane-migrate" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const login = async (role: string) => {
      // Letters, digits, - and _: nothing that would have to be quoted.
      const password = randomBytes(32).toString("base64url");
      await client.query(`alter role ${role} login password '${password}'`);
      return Object.assign(new URL(ownerUrl), { username: role, password }).href;
    };
    return { tenant: await login(runtimeRole), system: await login(systemRole) };
  } finally {
    await client.end();
  }
}

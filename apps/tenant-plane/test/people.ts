import { randomBytes } from "node:crypto";
import { type Client, createClient, type Operations, operations, type Tokens } from "@opsplane/contract";

export type Api = Client<Operations>;

/** A logged-in person: their client, tokens and headers. */
export interface Person {
  api: Api;
  email: string;
  password: string;
  tokens: Tokens;
  headers: Record<string, string>;
}

/** Access to a running Tenant Plane for tests. */
export interface PlaneAccess {
  url: string;
  serviceSecret: string;
  /** The tenant of the first admin. */
  tenantId: string;
}

export interface People {
  /** The admin of `tenantId`. */
  admin: Person;
  /** Without a token. */
  anyone: Api;
  api(headers: Record<string, string>): Api;
  login(email: string, password: string, tenantId?: string): Promise<Person>;
  /** A new person with a role, logged in. */
  person(role: string, of?: Person): Promise<Person>;
  /** A new tenant's admin, logged in. */
  tenant(planId?: PlanId): Promise<Person>;
}

type PlanId = "startup" | "midsize" | "enterprise" | "operations";

export const goodPassword = "correct horse battery staple";

/** Planes share one ClickHouse database, and files share one plane, so names must not repeat. */
export const newTenantId = () => `tenant-${unique()}`;
const unique = () => randomBytes(5).toString("hex");

export async function openPeople(plane: PlaneAccess): Promise<People> {
  const visitors = openVisitors(plane);
  const admin = await visitors.login("admin@opsplane.local", goodPassword, plane.tenantId);
  return { ...visitors, admin, person: (role, of = admin) => visitors.person(role, of) };
}

/** For a shared plane: the admin is that of a new tenant. */
export async function openOwnTenant(plane: PlaneAccess): Promise<People & PlaneAccess> {
  const visitors = openVisitors(plane);
  const admin = await visitors.tenant();
  const { tenant_id: tenantId } = admin.tokens.user;
  return { ...plane, ...visitors, admin, tenantId, person: (role, of = admin) => visitors.person(role, of) };
}

export function openVisitors({ url, serviceSecret }: PlaneAccess) {
  const api = (headers: Record<string, string>) => createClient(operations, { baseUrl: url, headers: () => headers });
  const anyone = api({});
  const login = async (email: string, password: string, tenantId?: string): Promise<Person> => {
    const tokens = await anyone.auth.token(
      { body: { email, password } },
      { headers: tenantId ? { "x-tenant-id": tenantId } : {} },
    );
    const headers = { authorization: `Bearer ${tokens.token}`, "x-tenant-id": tokens.user.tenant_id };
    return { api: api(headers), email, password, tokens, headers };
  };
  return {
    anyone,
    api,
    login,
    person: async (role: string, of: Person): Promise<Person> => {
      const name = `${role}-${unique()}`;
      const email = `${name}@example.com`;
      await of.api.users.create({ body: { email, name, role, password: goodPassword } });
      return login(email, goodPassword, of.tokens.user.tenant_id);
    },
    tenant: async (planId?: PlanId): Promise<Person> => {
      const id = newTenantId();
      const email = `boss-${unique()}@example.com`;
      const plan = planId ? { plan_id: planId } : {};
      const body = { id, name: id, admin_email: email, admin_password: goodPassword, ...plan };
      await anyone.system.createTenant({ body }, { headers: { "x-service-secret": serviceSecret } });
      return login(email, goodPassword, id);
    },
  };
}

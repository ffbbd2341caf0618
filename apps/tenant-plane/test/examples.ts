import type { Operations } from "@opsplane/contract";
import { goodPassword, type Person, type Plane } from "./plane.ts";

export interface Example {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** Who calls, when it must not be the tenant's admin (their session would end). */
  as?: Person;
  headers?: Record<string, string>;
}

type Make = (world: { plane: Plane; owner: Person }) => Promise<Example>;

let counter = 0;
const unique = (word: string) => `${word}-${++counter}`;

async function newUser(owner: Person) {
  return owner.api.users.create({
    body: { email: `${unique("user")}@example.com`, name: "Somebody", role: "viewer", password: goodPassword },
  });
}

async function newIncident(owner: Person) {
  return owner.api.incidents.create({ body: { title: unique("incident") } });
}

async function newGroup(owner: Person) {
  return owner.api.groups.create({ body: { name: unique("group") } });
}

async function newRole(owner: Person) {
  return owner.api.roles.create({ body: { name: unique("role"), permissions: ["incidents:read"] } });
}

/** A call of every operation that works, made by an admin with records of their tenant. A new operation does not compile without one. */
export const examples: { [G in keyof Operations]: { [N in keyof Operations[G]]: Make } } = {
  auth: {
    token: async ({ plane, owner }) => {
      const { email, password } = await plane.person("viewer", owner);
      return { body: { email, password }, headers: { "x-tenant-id": owner.tokens.user.tenant_id } };
    },
    refresh: async ({ plane, owner }) => ({
      body: { refresh_token: (await plane.person("viewer", owner)).tokens.refresh_token },
    }),
    logout: async ({ plane, owner }) => ({ as: await plane.person("admin", owner) }),
    password: async ({ plane, owner }) => ({
      as: await plane.person("admin", owner),
      body: { current_password: goodPassword, new_password: "another good password" },
    }),
    me: async () => ({}),
    updateMe: async ({ plane, owner }) => ({ as: await plane.person("admin", owner), body: { name: "New Name" } }),
    sessions: async () => ({}),
    endSession: async ({ plane, owner }) => {
      const as = await plane.login(owner.email, owner.password, owner.tokens.user.tenant_id);
      await plane.login(owner.email, owner.password, owner.tokens.user.tenant_id);
      const { items } = await as.api.auth.sessions();
      return { as, params: { id: items.find(({ current }) => !current)?.id ?? "" } };
    },
  },
  incidents: {
    list: async () => ({}),
    create: async () => ({ body: { title: unique("incident"), severity: "P2" } }),
    acknowledge: async ({ owner }) => ({ body: { ids: [(await newIncident(owner)).id] } }),
    get: async ({ owner }) => ({ params: { id: (await newIncident(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: (await newIncident(owner)).id }, body: { status: "open" } }),
    timeline: async ({ owner }) => ({ params: { id: (await newIncident(owner)).id } }),
    addNote: async ({ owner }) => ({ params: { id: (await newIncident(owner)).id }, body: { body: "a note" } }),
  },
  users: {
    list: async () => ({}),
    create: async () => ({ body: { email: `${unique("made")}@example.com`, name: "Made", role: "viewer" } }),
    get: async ({ owner }) => ({ params: { id: (await newUser(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: (await newUser(owner)).id }, body: { name: "Renamed" } }),
    reset: async ({ owner }) => ({ params: { id: (await newUser(owner)).id } }),
  },
  groups: {
    list: async () => ({}),
    create: async () => ({ body: { name: unique("group") } }),
    get: async ({ owner }) => ({ params: { id: (await newGroup(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: (await newGroup(owner)).id }, body: { description: "changed" } }),
    remove: async ({ owner }) => ({ params: { id: (await newGroup(owner)).id } }),
  },
  roles: {
    list: async () => ({}),
    create: async () => ({ body: { name: unique("role"), permissions: ["incidents:read"] } }),
    get: async ({ owner }) => ({ params: { name: (await newRole(owner)).name } }),
    update: async ({ owner }) => ({ params: { name: (await newRole(owner)).name }, body: { description: "changed" } }),
    remove: async ({ owner }) => ({ params: { name: (await newRole(owner)).name } }),
  },
  apiKeys: {
    list: async () => ({}),
    create: async () => ({ body: { name: unique("key"), role: "viewer" } }),
    revoke: async ({ owner }) => ({
      params: { id: (await owner.api.apiKeys.create({ body: { name: unique("key"), role: "viewer" } })).id },
    }),
  },
  audit: { list: async () => ({}) },
  directory: { users: async () => ({}), groups: async () => ({}) },
  events: { stream: async () => ({}) },
  system: {
    health: async () => ({}),
    migrate: async ({ plane }) => ({ headers: { "x-service-secret": plane.serviceSecret } }),
    createTenant: async ({ plane }) => ({
      headers: { "x-service-secret": plane.serviceSecret },
      body: { id: unique("made"), name: "Made", admin_email: "made@example.com" },
    }),
  },
};

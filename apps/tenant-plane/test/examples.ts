import { emptyLayout, type Operations } from "@opsplane/contract";
import { alertExamples } from "./alert-examples.ts";
import { automationExamples } from "./automation-examples.ts";
import { failedWork } from "./failed-work.ts";
import { aLicense, aStatement } from "./licenses.ts";
import { oncallExamples } from "./oncall-examples.ts";
import { goodPassword, type Person, type Plane } from "./plane.ts";
import { reportExamples } from "./report-examples.ts";
import { sloExamples } from "./slo-examples.ts";
import { telemetryExamples } from "./telemetry-examples.ts";

export interface Example {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** A body that is not JSON. */
  bytes?: Buffer;
  /** The caller, when it must not be the admin because the call ends their session. */
  as?: Person;
  headers?: Record<string, string>;
}

type Make = (world: { plane: Plane; owner: Person }) => Promise<Example>;

let counter = 0;
const unique = (word: string) => `${word}-${++counter}`;

async function newUser(owner: Person) {
  return owner.api.users.create({
    body: { email: `${unique("user")}@example.com`, name: "Someone", role: "viewer", password: goodPassword },
  });
}

async function newIncident(owner: Person) {
  return owner.api.incidents.create({ body: { title: unique("incident") } });
}

const analyses = new WeakMap<Person, Promise<string>>();

/** One analysis for each person, because it reads telemetry for seconds. */
function anAnalysis(owner: Person): Promise<string> {
  const known = analyses.get(owner);
  if (known) return known;
  const made = newIncident(owner).then(
    async ({ id }) => (await owner.api.response.rca({ body: { incident_id: id } })).id,
  );
  analyses.set(owner, made);
  return made;
}

async function newAttachment(owner: Person) {
  const { id } = await newIncident(owner);
  const file = await owner.api.incidents.attach({ params: { id }, query: { name: "log.txt" }, body: unique("a line") });
  return { id, file_id: file.id };
}

/** As if a schedule had given up a row. */
const setAside = (plane: Plane, owner: Person) =>
  failedWork(plane, owner.tokens.user.tenant_id, { kind: "runs.due", workId: unique("work") });

async function newGroup(owner: Person) {
  return owner.api.groups.create({ body: { name: unique("group") } });
}

async function newItem(owner: Person) {
  return owner.api.cmdb.create({ body: { name: unique("item"), class: "server" } });
}

async function newRelation(owner: Person) {
  const [source, target] = [await newItem(owner), await newItem(owner)];
  return owner.api.cmdb.relate({ body: { source_id: source.id, target_id: target.id, type: "depends_on" } });
}

async function newSecret(owner: Person) {
  return owner.api.secrets.create({ body: { name: unique("secret"), value: "open sesame" } });
}

async function newRecurring(owner: Person) {
  return owner.api.recurringChanges.create({
    body: { title: unique("patching"), cron: "0 22 * * TUE", duration_minutes: 120 },
  });
}

async function newRole(owner: Person) {
  return owner.api.roles.create({ body: { name: unique("role"), permissions: ["incidents:read"] } });
}

async function newDefinition(owner: Person) {
  return owner.api.definitions.create({
    body: { name: unique("chain"), steps: [{ approver_type: "any" }], allow_self_approval: true },
  });
}

async function newCatalogItem(owner: Person, fields: { workflow_definition_id?: string } = {}) {
  return owner.api.catalog.create({ body: { name: unique("catalog item"), ...fields } });
}

async function newRequest(owner: Person) {
  return owner.api.requests.create({ body: { catalog_item_id: (await newCatalogItem(owner)).id } });
}

async function newApproval(owner: Person) {
  const { id } = await newCatalogItem(owner, { workflow_definition_id: (await newDefinition(owner)).id });
  return (await owner.api.requests.create({ body: { catalog_item_id: id } })).workflow_instance_id ?? "";
}

/** A request that waits for its approval, so no job changes it. */
async function waitingRequest(owner: Person) {
  return (await owner.api.instances.get({ params: { id: await newApproval(owner) } })).subject_id;
}

async function newChange(owner: Person) {
  return owner.api.changes.create({ body: { title: unique("change") } });
}

/** A tenant has at most 50 webhooks, and the walk over the contract makes more. */
async function roomForWebhook({ api }: Person) {
  const { items } = await api.webhooks.list({ query: { limit: 1000 } });
  for (const { id } of items.slice(0, items.length - 40)) await api.webhooks.remove({ params: { id } });
  return {
    name: unique("webhook"),
    url: "https://hooks.example.com/opsplane",
    event_types: ["notice.updated" as const],
  };
}

async function newWebhook(owner: Person) {
  return owner.api.webhooks.create({ body: await roomForWebhook(owner) });
}

async function newDelivery(owner: Person) {
  const { id } = await newWebhook(owner);
  return { id, delivery_id: (await owner.api.webhooks.test({ params: { id } })).id };
}

async function newAnswer(owner: Person) {
  return owner.api.copilot.query({ body: { query: "How many open incidents are there?" } });
}

async function newDashboard(owner: Person) {
  return owner.api.dashboards.create({ body: { name: unique("dashboard"), template: "executive" } });
}

async function newDashboardLink(owner: Person) {
  const { id } = await newDashboard(owner);
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  return { ...(await owner.api.dashboards.createLink({ params: { id }, body: { expires_at } })), dashboard: id };
}

async function byDashboardToken({ owner }: { owner: Person }) {
  const { url } = await newDashboardLink(owner);
  return { headers: { "x-dashboard-token": url.split("#")[1] ?? "" } };
}

export type Examples = { [G in keyof Operations]: { [N in keyof Operations[G]]: Make } };

/** A working call of every operation, made by an admin with records of their tenant. A new operation does not compile without one. */
export const examples: Examples = {
  ...automationExamples,
  ...alertExamples,
  ...oncallExamples,
  ...reportExamples,
  ...telemetryExamples,
  ...sloExamples,
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
  dashboards: {
    list: async () => ({}),
    create: async () => ({ body: { name: unique("dashboard") } }),
    templates: async () => ({}),
    import: async () => ({
      body: { name: unique("dashboard"), schema_version: 1, description: "", layout: emptyLayout },
    }),
    preview: async () => ({ body: { widgets: [], dashboard_variables: [], from: "now-1h", to: "now" } }),
    shared: byDashboardToken,
    sharedData: byDashboardToken,
    get: async ({ owner }) => ({ params: { id: (await newDashboard(owner)).id } }),
    update: async ({ owner }) => ({
      params: { id: (await newDashboard(owner)).id },
      body: { name: unique("renamed") },
    }),
    remove: async ({ owner }) => ({ params: { id: (await newDashboard(owner)).id } }),
    duplicate: async ({ owner }) => ({
      params: { id: (await newDashboard(owner)).id },
      body: { name: unique("copy") },
    }),
    export: async ({ owner }) => ({ params: { id: (await newDashboard(owner)).id } }),
    data: async ({ owner }) => ({ params: { id: (await newDashboard(owner)).id } }),
    links: async ({ owner }) => ({ params: { id: (await newDashboard(owner)).id } }),
    createLink: async ({ owner }) => ({
      params: { id: (await newDashboard(owner)).id },
      body: { name: "Lobby", expires_at: new Date(Date.now() + 3_600_000).toISOString() },
    }),
    revokeLink: async ({ owner }) => {
      const { dashboard, id } = await newDashboardLink(owner);
      return { params: { id: dashboard, link_id: id } };
    },
  },
  copilot: {
    query: async () => ({ body: { query: "How many open incidents are there?", persona: "sre" } }),
    conversations: async () => ({}),
    conversation: async ({ owner }) => ({ params: { id: (await newAnswer(owner)).conversation_id ?? "" } }),
    removeConversation: async ({ owner }) => ({ params: { id: (await newAnswer(owner)).conversation_id ?? "" } }),
    feedback: async ({ owner }) => ({ params: { id: (await newAnswer(owner)).id }, body: { rating: "up" } }),
  },
  mcp: {
    message: async () => ({
      body: { jsonrpc: "2.0", id: 1, method: "tools/list" },
      headers: { accept: "application/json, text/event-stream" },
    }),
  },
  incidents: {
    list: async () => ({}),
    figures: async () => ({}),
    create: async () => ({ body: { title: unique("incident"), severity: "P2" } }),
    acknowledge: async ({ owner }) => ({ body: { ids: [(await newIncident(owner)).id] } }),
    get: async ({ owner }) => ({ params: { id: (await newIncident(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: (await newIncident(owner)).id }, body: { status: "open" } }),
    timeline: async ({ owner }) => ({ params: { id: (await newIncident(owner)).id } }),
    addNote: async ({ owner }) => ({ params: { id: (await newIncident(owner)).id }, body: { body: "a note" } }),
    attachments: async ({ owner }) => ({ params: { id: (await newAttachment(owner)).id } }),
    attach: async ({ owner }) => ({
      params: { id: (await newIncident(owner)).id },
      query: { name: "screen.png" },
      bytes: Buffer.from("an image"),
      headers: { "content-type": "image/png" },
    }),
    download: async ({ owner }) => ({ params: await newAttachment(owner) }),
    detach: async ({ owner }) => ({ params: await newAttachment(owner) }),
  },
  response: {
    rca: async ({ owner }) => ({ body: { incident_id: (await newIncident(owner)).reference } }),
    latestRca: async ({ owner }) => ({ params: { id: (await newIncident(owner)).id } }),
    feedback: async ({ owner }) => {
      const id = await anAnalysis(owner);
      return { params: { id }, body: { place: 0, verdict: "confirmed", cause: "A cable", comment: "Cut by a digger" } };
    },
    withdrawFeedback: async ({ owner }) => {
      const rcaId = await anAnalysis(owner);
      const body = { place: 0, verdict: "confirmed" } as const;
      return { params: { id: (await owner.api.response.feedback({ params: { id: rcaId }, body })).id } };
    },
    scorecard: async () => ({}),
    judgments: async () => ({}),
    similar: async ({ owner }) => ({ params: { id: (await newIncident(owner)).id } }),
    suggestions: async ({ owner }) => ({ params: { id: (await newIncident(owner)).id } }),
    inject: async () => ({ body: { title: unique("injected"), severity: "P2", source: "demo" } }),
  },
  ai: {
    settings: async () => ({}),
    updateSettings: async () => ({ body: { provider: "ollama", base_url: "https://ai.example.com", model: "small" } }),
    test: async () => ({}),
    calls: async () => ({}),
    usage: async () => ({}),
  },
  runbookDrafts: {
    generate: async () => ({ body: { description: "The disk of web-1 is full", rca_summary: "Logs grew" } }),
    generation: async ({ owner }) => {
      const { id } = await owner.api.runbookDrafts.generate({ body: { description: "The disk of web-1 is full" } });
      return { params: { id } };
    },
  },
  cmdb: {
    items: async () => ({}),
    facets: async () => ({}),
    create: async () => ({ body: { name: unique("item"), class: "server", attributes: { cores: 8 }, tags: ["web"] } }),
    get: async ({ owner }) => ({ params: { id: (await newItem(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: (await newItem(owner)).id }, body: { criticality: "high" } }),
    upsert: async () => ({
      body: { source: "scan", external_id: unique("key"), name: unique("item"), class: "server" },
    }),
    remove: async ({ owner }) => ({ params: { id: (await newItem(owner)).id } }),
    history: async ({ owner }) => ({ params: { id: (await newItem(owner)).id } }),
    relations: async () => ({}),
    relate: async ({ owner }) => {
      const [source, target] = [await newItem(owner), await newItem(owner)];
      return { body: { description: "over TLS", source_id: source.id, target_id: target.id, type: "connects_to" } };
    },
    getRelation: async ({ owner }) => ({ params: { id: (await newRelation(owner)).id } }),
    unrelate: async ({ owner }) => ({ params: { id: (await newRelation(owner)).id } }),
    impact: async ({ owner }) => ({ query: { ci_id: (await newItem(owner)).id } }),
    classes: async () => ({}),
    defineClass: async () => ({ body: { name: unique("class"), label: "A custom class" } }),
    removeClass: async ({ owner }) => ({
      params: { name: (await owner.api.cmdb.defineClass({ body: { name: unique("class") } })).name },
    }),
  },
  changes: {
    list: async () => ({}),
    create: async () => ({ body: { title: unique("change"), type: "normal", risk_level: "medium" } }),
    calendar: async () => ({ query: { from: "now-7d", to: "now" } }),
    get: async ({ owner }) => ({ params: { id: (await newChange(owner)).id } }),
    update: async ({ owner }) => ({
      params: { id: (await newChange(owner)).id },
      body: { status: "pending_approval" },
    }),
    conflicts: async ({ owner }) => ({ params: { id: (await newChange(owner)).id } }),
    timeline: async ({ owner }) => ({ params: { id: (await newChange(owner)).id } }),
    comment: async ({ owner }) => ({ params: { id: (await newChange(owner)).id }, body: { body: "a comment" } }),
  },
  recurringChanges: {
    list: async () => ({}),
    preview: async () => ({ query: { cron: "0 22 * * TUE", timezone: "Europe/Berlin" } }),
    get: async ({ owner }) => ({ params: { id: (await newRecurring(owner)).id } }),
    create: async () => ({ body: { title: unique("patching"), cron: "0 22 * * TUE", duration_minutes: 120 } }),
    update: async ({ owner }) => ({ params: { id: (await newRecurring(owner)).id }, body: { enabled: false } }),
    remove: async ({ owner }) => ({ params: { id: (await newRecurring(owner)).id } }),
  },
  catalog: {
    list: async () => ({}),
    categories: async () => ({}),
    create: async () => ({ body: { name: unique("catalog item"), category: "Access" } }),
    get: async ({ owner }) => ({ params: { id: (await newCatalogItem(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: (await newCatalogItem(owner)).id }, body: { enabled: false } }),
    remove: async ({ owner }) => ({ params: { id: (await newCatalogItem(owner)).id } }),
  },
  requests: {
    list: async () => ({}),
    create: async ({ owner }) => ({
      body: { requested_by: "someone@example.com", catalog_item_id: (await newCatalogItem(owner)).id },
    }),
    get: async ({ owner }) => ({ params: { id: (await newRequest(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: await waitingRequest(owner) }, body: { fulfillment_notes: "done" } }),
    timeline: async ({ owner }) => ({ params: { id: (await newRequest(owner)).id } }),
    comment: async ({ owner }) => ({ params: { id: (await newRequest(owner)).id }, body: { body: "a comment" } }),
  },
  definitions: {
    list: async () => ({}),
    create: async () => ({
      body: { name: unique("chain"), steps: [{ approver_type: "role", approver_value: "admin" }] },
    }),
    get: async ({ owner }) => ({ params: { id: (await newDefinition(owner)).id } }),
    update: async ({ owner }) => ({
      params: { id: (await newDefinition(owner)).id },
      body: { description: "changed" },
    }),
    versions: async ({ owner }) => ({ params: { id: (await newDefinition(owner)).id } }),
    remove: async ({ owner }) => ({ params: { id: (await newDefinition(owner)).id } }),
  },
  instances: {
    list: async () => ({}),
    get: async ({ owner }) => ({ params: { id: await newApproval(owner) } }),
    decide: async ({ owner }) => ({ params: { id: await newApproval(owner) }, body: { decision: "approved" } }),
  },
  secrets: {
    list: async () => ({}),
    get: async ({ owner }) => ({ params: { id: (await newSecret(owner)).id } }),
    create: async () => ({ body: { name: unique("secret"), value: "open sesame" } }),
    update: async ({ owner }) => ({ params: { id: (await newSecret(owner)).id }, body: { value: "changed" } }),
    remove: async ({ owner }) => ({ params: { id: (await newSecret(owner)).id } }),
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
  audit: {
    list: async () => ({}),
    get: async ({ owner }) => ({
      params: { id: (await owner.api.audit.list({ query: { limit: 1 } })).items[0]?.id ?? "" },
    }),
  },
  notice: {
    get: async () => ({}),
    set: async () => ({ body: { text: "Maintenance on Saturday" } }),
    clear: async () => ({}),
  },
  work: {
    list: async () => ({}),
    retry: async ({ plane, owner }) => ({ params: { id: await setAside(plane, owner) } }),
    dismiss: async ({ plane, owner }) => ({ params: { id: await setAside(plane, owner) } }),
  },
  webhooks: {
    list: async () => ({}),
    create: async ({ owner }) => ({ body: await roomForWebhook(owner) }),
    get: async ({ owner }) => ({ params: { id: (await newWebhook(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: (await newWebhook(owner)).id }, body: { enabled: false } }),
    remove: async ({ owner }) => ({ params: { id: (await newWebhook(owner)).id } }),
    rotateSecret: async ({ owner }) => ({ params: { id: (await newWebhook(owner)).id } }),
    test: async ({ owner }) => ({ params: { id: (await newWebhook(owner)).id } }),
    deliveries: async ({ owner }) => ({ params: { id: (await newWebhook(owner)).id } }),
    delivery: async ({ owner }) => ({ params: await newDelivery(owner) }),
    redeliver: async ({ owner }) => ({ params: await newDelivery(owner) }),
  },
  license: {
    status: async () => ({}),
    // For a tenant of its own, because a license decides what the tenant may use.
    upload: async ({ plane }) => {
      const as = await plane.tenant();
      return { as, body: { license: await aLicense(as.tokens.user.tenant_id, new Date(Date.now() + 86_400_000)) } };
    },
    usage: async () => ({}),
  },
  directory: { users: async () => ({}), groups: async () => ({}) },
  events: { stream: async () => ({}) },
  system: {
    health: async () => ({}),
    migrate: async ({ plane }) => ({ headers: { "x-service-secret": plane.serviceSecret } }),
    subscription: async ({ plane }) => ({
      body: { statement: await aStatement((await plane.tenant()).tokens.user.tenant_id, 1) },
    }),
    createTenant: async ({ plane }) => ({
      headers: { "x-service-secret": plane.serviceSecret },
      body: { id: unique("made"), name: "Made", admin_email: "made@example.com" },
    }),
  },
};

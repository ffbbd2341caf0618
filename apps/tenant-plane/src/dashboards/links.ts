import { dashboardEvents, dashboardTokenHeader, maxDashboardLinks, type operations } from "@opsplane/contract";
import {
  Failure,
  fail,
  type HandlersOf,
  hashToken,
  invalid,
  newId,
  newToken,
  type OpenContext,
  type Principal,
  rateLimiter,
} from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { rolePermissions } from "../identity/index.ts";
import { lockForEdit, missing, targetOf, windowOf } from "./handlers.ts";
import type { OpenData } from "./open-data.ts";
import { canEdit, expiryOf } from "./rules.ts";
import * as store from "./store.ts";

type Handlers = Pick<
  HandlersOf<typeof operations.dashboards>,
  "links" | "createLink" | "revokeLink" | "shared" | "sharedData"
>;

const tokenPrefix = "opd_";

/** Links that show a dashboard without a login. */
export function linkHandlers(core: Core, openData: OpenData): Handlers {
  const { publicUrl, config } = core;
  const assertRate = rateLimiter(config.requestsPerMinute);
  const open = async (context: OpenContext) => {
    const opened = await openLink(core, context);
    assertRate(opened.id, Date.now());
    return opened;
  };
  return {
    links: async ({ db, params, query: { limit = 50, offset = 0 }, principal }) => {
      const found = (await store.getDashboard(db, params.id, principal.userId)) ?? missing(params.id);
      if (!canEdit(found, principal)) fail("FORBIDDEN", "You can view this dashboard, but not share it.");
      return store.listLinks(db, params.id, { limit, offset });
    },

    createLink: async (write) => {
      const { db, params, body, principal, now, audit, announce } = write;
      const dashboard = await lockForEdit(write, params.id);
      const { userId } = principal;
      if (userId === null)
        return invalid("user", "A link shows what its creator can see, and this key belongs to no user");
      const expiresAt = expiryOf(body.expires_at, now);
      if ((await store.countValidLinks(db, dashboard.id)) >= maxDashboardLinks)
        fail("CONFLICT", `This dashboard has ${maxDashboardLinks} public links. Revoke one that is no longer used.`);
      const token = newToken(tokenPrefix);
      const link = { id: newId(), dashboardId: dashboard.id, hash: hashToken(token), name: body.name ?? "" };
      const made = await store.insertLink(db, { ...link, userId, by: principal.label, expiresAt });
      const stored = made ?? fail("ERROR", "The link could not be stored.");
      audit({ target: targetOf(dashboard), after: { link: stored } });
      announce(dashboardEvents.updated, dashboard.id, {});
      return { ...stored, url: `${publicUrl()}/shared/dashboard#${token}` };
    },

    revokeLink: async (write) => {
      const { db, params, audit, announce } = write;
      const dashboard = await lockForEdit(write, params.id);
      const revoked = await store.deleteLink(db, dashboard.id, params.link_id);
      if (!revoked) return fail("NOT_FOUND", `This dashboard has no link ${params.link_id}.`);
      audit({ target: targetOf(dashboard), before: { link: revoked } });
      announce(dashboardEvents.updated, dashboard.id, {});
      return undefined;
    },

    shared: async (context) => {
      const { dashboard, expiresAt } = await open(context);
      const { name, description, layout } = dashboard;
      return { name, description, layout, expires_at: expiresAt };
    },

    sharedData: async (context) => {
      const { query: wanted, now, request, reply } = context;
      const { dashboard, principal, db } = await open(context);
      const { layout } = dashboard;
      const range = windowOf(layout.range.from, layout.range.to, now);
      return openData({ principal, db, now, request, reply }, { shown: layout, range, wanted, isPublic: true });
    },
  };
}

/** The dashboard of a token with its creator's permissions as they are now. Guesses are counted by address. */
async function openLink({ refusals, entitlementsOf }: Core, { request, database, assertEntitled }: OpenContext) {
  refusals.assertAllowed(request.ip);
  const token = request.headers[dashboardTokenHeader];
  const refused = () => {
    refusals.count(request.ip);
    return fail("NOT_FOUND", "This link is not valid, was revoked or has expired. Ask for a new one.");
  };
  if (typeof token !== "string" || !token.startsWith(tokenPrefix)) return refused();
  const holder = (await store.findLink(database.system, hashToken(token))) ?? refused();
  const { tenant_id: tenantId, user_id: userId, email: label, role, expires_at: expiresAt } = holder;
  const entitlements = await entitlementsOf(tenantId);
  const db = database.tenant(tenantId);
  const permissions = new Set(await rolePermissions(db, tenantId, role));
  const dashboard = await store.getDashboard(db, holder.dashboard_id, userId);
  if (!dashboard || !permissions.has("dashboards:read")) return refused();
  await assertEntitled(tenantId).catch((reason: unknown) => {
    // Guests need not know the plan of the tenant.
    if (reason instanceof Failure && reason.code === "FEATURE_DISABLED") refused();
    throw reason;
  });
  const principal: Principal = {
    ...{ kind: "user", id: userId, userId, sessionId: null, tenantId, label, role, permissions, entitlements },
    mustChangePassword: false,
  };
  return { id: `${tenantId}/${holder.dashboard_id}`, dashboard, principal, db, expiresAt };
}

import {
  type Dashboard,
  dashboardEvents,
  dashboardSchemaVersion,
  emptyLayout,
  type operations,
  parseTime,
} from "@opsplane/contract";
import { difference, fail, type HandlersOf, invalid, newId, type WriteContext } from "@opsplane/runtime";
import type { OpenData } from "./open-data.ts";
import * as rules from "./rules.ts";
import * as store from "./store.ts";
import { templates } from "./templates/index.ts";

const maxDashboards = 2000;

type Handlers = Omit<
  HandlersOf<typeof operations.dashboards>,
  "links" | "createLink" | "revokeLink" | "shared" | "sharedData"
>;

export function dashboardHandlers(openData: OpenData): Handlers {
  return {
    list: async ({ db, query, principal }) => {
      const { limit = 50, offset = 0, ...filter } = query;
      const { items, ...total } = await store.listDashboards(db, principal.userId, { ...filter, limit, offset });
      return { ...total, items: items.map((item) => rules.shownSummary(item, principal)) };
    },

    get: async ({ db, params, principal }) => {
      const found = await store.getDashboard(db, params.id, principal.userId);
      return rules.shown(found ?? missing(params.id), principal);
    },

    templates: async () =>
      templates.map(({ key, name, description, layout }) => ({
        ...{ key, name, description },
        widget_count: layout.widgets.length,
      })),

    create: async (write) => {
      const { body, principal } = write;
      const from = body.template === undefined ? undefined : templateOf(body.template);
      if (from && body.layout) invalid("layout", "cannot be given with template");
      return insert(write, {
        name: body.name ?? from?.name ?? invalid("name", "is required without template"),
        description: body.description ?? from?.description ?? "",
        visibility: body.visibility ?? rules.firstVisibility(principal),
        group_ids: body.group_ids ?? [],
        layout: body.layout ?? from?.layout ?? emptyLayout,
      });
    },

    import: async (write) => {
      const { schema_version, name, description, layout } = write.body;
      rules.assertSchemaVersion(schema_version);
      return insert(write, { ...privately(write), name, description, layout });
    },

    duplicate: async (write) => {
      const { db, params, body, principal } = write;
      const from = (await store.getDashboard(db, params.id, principal.userId)) ?? missing(params.id);
      const { description, layout } = from;
      return insert(write, { ...privately(write), name: body.name ?? copyName(from.name), description, layout });
    },

    export: async ({ db, params, principal }) => {
      const { name, description, layout } =
        (await store.getDashboard(db, params.id, principal.userId)) ?? missing(params.id);
      return { schema_version: dashboardSchemaVersion, name, description, layout };
    },

    update: async (write) => {
      const { db, params, body, principal, audit, announce, assertUnchanged } = write;
      const before = await lockForEdit(write, params.id);
      assertUnchanged(before);
      const { id, created_by: _, owner_id, version: __, created_at: ___, updated_at: ____, ...content } = before;
      const after = { ...content, ...body };
      rules.assertSharing(after, { visibility: before.visibility, ownerId: owner_id }, principal);
      if (body.layout) {
        rules.assertLayout(body.layout, write.now);
        rules.assertMayPlace(body.layout, before.layout, principal);
      }
      await store.updateDashboard(db, id, after);
      const stored = (await store.getDashboard(db, id, principal.userId)) ?? missing(id);
      audit({ target: targetOf(stored), ...difference(before, stored) });
      announce(dashboardEvents.updated, id, {});
      return rules.shown(stored, principal);
    },

    remove: async (write) => {
      const before = await lockForEdit(write, write.params.id);
      await store.deleteDashboard(write.db, before.id);
      write.audit({ target: targetOf(before), before });
      write.announce(dashboardEvents.updated, before.id, {});
      return undefined;
    },

    data: async (context) => {
      const { db, params, query, principal, now } = context;
      const { layout } = (await store.getDashboard(db, params.id, principal.userId)) ?? missing(params.id);
      const { from = layout.range.from, to = layout.range.to, ...wanted } = query;
      return openData(context, { shown: layout, range: windowOf(from, to, now), wanted, isPublic: false });
    },

    preview: async (context) => {
      const { body, now } = context;
      const { widgets, dashboard_variables: variables, markers = emptyLayout.markers, from, to, ...wanted } = body;
      rules.assertLayout({ ...emptyLayout, widgets, variables }, now);
      const shown = { widgets, variables, markers };
      return openData(context, { shown, range: windowOf(from, to, now), wanted, isPublic: false });
    },
  };
}

async function insert(write: WriteContext, content: store.Content): Promise<Dashboard> {
  const { db, principal, audit, announce } = write;
  if ((await store.countDashboards(db)) >= maxDashboards)
    fail("CONFLICT", `There are ${maxDashboards} dashboards already. Delete one that no one uses.`);
  rules.assertSharing(content, { visibility: undefined, ownerId: principal.userId }, principal);
  rules.assertLayout(content.layout, write.now);
  rules.assertMayPlace(content.layout, undefined, principal);
  const id = newId();
  await store.insertDashboard(db, id, content, { ownerId: principal.userId, by: principal.label });
  const made = await store.getDashboard(db, id, principal.userId);
  const stored = made ?? fail("ERROR", "The dashboard could not be stored.");
  audit({ target: targetOf(stored), after: stored });
  announce(dashboardEvents.updated, id, {});
  return rules.shown(stored, principal);
}

/** A private dashboard of another person is answered like one that does not exist. */
export async function lockForEdit({ db, principal }: WriteContext, id: string): Promise<store.StoredDashboard> {
  const found = (await store.lockDashboard(db, id, principal.userId)) ?? missing(id);
  if (!rules.canEdit(found, principal)) fail("FORBIDDEN", "You can view this dashboard, but not change it.");
  return found;
}

function privately({ principal }: WriteContext): Pick<store.Content, "visibility" | "group_ids"> {
  return { visibility: rules.firstVisibility(principal), group_ids: [] };
}

function copyName(name: string): string {
  return `${name.slice(0, 190)} (copy)`;
}

function templateOf(key: string) {
  return templates.find((each) => each.key === key) ?? fail("NOT_FOUND", `There is no dashboard template '${key}'.`);
}

export function windowOf(from: string, to: string, now: Date): { from: Date; to: Date } {
  return {
    from: parseTime(from, now) ?? invalid("from", "is not a time"),
    to: parseTime(to, now) ?? invalid("to", "is not a time"),
  };
}

export function targetOf({ id, name }: { id: string; name: string }) {
  return { type: "dashboard", id, name };
}

export function missing(id: string): never {
  return fail("NOT_FOUND", `There is no dashboard ${id}.`);
}

import { severities } from "@opsplane/contract";
import { all, sql, unnamed } from "@opsplane/runtime";
import { Type } from "typebox";
import { cut, inputs, limit, maybeName, range, readRange, several, words } from "./inputs.ts";
import { pages } from "./links.ts";
import { itemId } from "./resolve.ts";
import { tool } from "./tool.ts";

const shared = { access: "alerts:read", module: "incidents" } as const;
const silenceStates = ["scheduled", "active", "ended"] as const;
const statuses = ["pending", "firing", "resolved"] as const;

export const alertTools = {
  listAlerts: tool({
    ...shared,
    name: "list_alerts",
    description:
      "Counts and lists alerts by status, severity, item and the time at which they started; firing ones by default.",
    input: inputs({
      ...range,
      status: several(words(statuses)),
      severity: several(words(severities)),
      item: maybeName("Name or id of a configuration item"),
      muted: Type.Optional(Type.Boolean()),
      limit: limit(20),
    }),
    read: async ({ db, cite, now }, input) => {
      const { status = ["firing"], severity, item, muted, limit: most = 10 } = input;
      const { from, to } = readRange(input, now);
      const ciId = item === undefined ? undefined : await itemId(db, item);
      const where = all([
        sql`status = any (${status})`,
        severity && sql`severity = any (${severity})`,
        ciId !== undefined && sql`${ciId}::uuid = any (ci_ids)`,
        muted === true && sql`muted is not null`,
        muted === false && sql`muted is null`,
        from && sql`started_at >= ${from}`,
        to && sql`started_at < ${to}`,
      ]);
      const groups = await db.rows<{ key: string; count: number }>(
        unnamed(sql`select severity as key, count(*)::int as count from alerts where ${where} group by 1 order by 1`),
      );
      const rows = await db.rows<{
        id: string;
        name: string;
        severity: string;
        status: string;
        summary: string;
        started_at: string;
        muted: boolean;
      }>(
        unnamed(sql`
          select id, name, severity, status, summary, started_at, muted is not null as muted
          from alerts where ${where} order by id desc limit ${most}`),
      );
      return {
        count: groups.reduce((sum, { count }) => sum + count, 0),
        by_severity: groups,
        alerts: rows.map(({ id, ...row }) => ({
          ...{ ...row, name: cut(row.name), summary: cut(row.summary) },
          citation: cite("alert", row.name, pages.alert(id)),
        })),
        citation: cite("alerts", "Alerts", pages.alerts()),
      };
    },
  }),
  listAlertPolicies: tool({
    ...shared,
    name: "list_alert_policies",
    description: "Counts and lists alert policies with what they watch and how many of their alerts fire.",
    input: inputs({ text: maybeName("Text in the name"), enabled: Type.Optional(Type.Boolean()), limit: limit(20) }),
    read: async ({ reads, cite }, { text, enabled, limit: most = 10 }) => {
      const query = {
        limit: most,
        ...(text === undefined ? {} : { q: text }),
        ...(enabled === undefined ? {} : { enabled }),
      };
      const { items, total } = await reads.alertPolicies.list({ query });
      return {
        count: total,
        policies: items.map(({ id, name, signal, severity, enabled: isEnabled, state }) => ({
          ...{ name: cut(name), signal, severity, enabled: isEnabled, firing: state.firing, pending: state.pending },
          citation: cite("alert policy", name, pages.alertPolicy(id)),
        })),
        citation: cite("alert policies", "Alert policies", pages.alertPolicies()),
      };
    },
  }),
  listSilences: tool({
    ...shared,
    name: "list_silences",
    description: "Counts and lists silences and maintenance windows that are active, scheduled or ended.",
    input: inputs({ state: several(words(silenceStates)), limit: limit(20) }),
    read: async ({ reads, cite }, { state, limit: most = 10 }) => {
      const wanted = state ?? silenceStates.filter((each) => each !== "ended");
      const { items, total } = await reads.silences.list({ query: { state: wanted, limit: most } });
      return {
        count: total,
        silences: items.map(({ kind, state: now, comment, starts_at, ends_at, muted_alerts, created_by }) => ({
          ...{ kind, state: now, comment: cut(comment), starts_at, ends_at, muted_alerts, created_by },
        })),
        citation: cite("silences", "Silences", pages.silences()),
      };
    },
  }),
};

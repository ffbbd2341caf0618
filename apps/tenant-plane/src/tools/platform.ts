import { inputs, limit, maybeName } from "./inputs.ts";
import { pages } from "./links.ts";
import { tool } from "./tool.ts";

export const platformTools = {
  whoAmI: tool({
    access: "copilot:ask",
    name: "who_am_i",
    description: "The asker: name, email, role, organization and the modules of its plan.",
    input: inputs({}),
    read: async ({ reads, cite }) => {
      const { user, tenant, modules, version } = await reads.auth.me();
      cite("profile", "Profile", pages.profile());
      return {
        ...{ name: user.name, email: user.email, role: user.role, organization: tenant.name, modules, version },
        permissions: user.permissions.length,
      };
    },
  }),
  plan: tool({
    access: "copilot:ask",
    name: "plan",
    description: "The plan of the organization, its limits and its modules.",
    input: inputs({}),
    read: async ({ reads, cite }) => {
      const { tenant, modules, limits } = await reads.auth.me();
      cite("profile", "Profile", pages.profile());
      return { organization: tenant.name, plan: tenant.plan_name, limits, modules };
    },
  }),
  telemetryStatus: tool({
    access: "observability:read",
    module: "observability",
    name: "telemetry_status",
    description: "Which kinds of telemetry arrive, when each arrived last, and the rows and bytes of today.",
    input: inputs({}),
    read: async ({ reads, cite }) => {
      cite("telemetry", "Services", pages.services());
      return reads.telemetry.health();
    },
  }),
  telemetryUsage: tool({
    access: "admin:telemetry",
    module: "observability",
    name: "telemetry_usage",
    description: "Telemetry that this organization sent this month, by kind, with the quota and the retention.",
    input: inputs({}),
    read: async ({ reads, cite }) => {
      const { usage, usage_since, data_bytes_per_month, retention_days, plan_retention_days } =
        await reads.telemetry.settings();
      cite("telemetry", "Telemetry settings", pages.telemetry());
      return {
        ...{ since: usage_since, usage, quota_bytes: data_bytes_per_month, retention_days, plan_retention_days },
        bytes: usage.reduce((sum, { bytes }) => sum + bytes, 0),
        rows: usage.reduce((sum, { rows }) => sum + rows, 0),
      };
    },
  }),
  platformHealth: tool({
    access: "copilot:ask",
    name: "platform_health",
    description: "The health of this installation: its status and that of its components.",
    input: inputs({}),
    read: async ({ health, cite }) => {
      const { status, components } = await health();
      cite("home", "Home", pages.home());
      return { status, components: components.map(({ name, status: state }) => ({ name, status: state })) };
    },
  }),
  listHosts: tool({
    access: "runbooks:read",
    module: "runbooks",
    name: "list_hosts",
    description: "Counts and lists hosts on which runbooks run commands.",
    input: inputs({ text: maybeName("Text in the name"), limit: limit(20) }),
    read: async ({ reads, cite }, { text, limit: most = 10 }) => {
      const { items, total } = await reads.hosts.list({ query: { limit: most, ...(text ? { q: text } : {}) } });
      cite("hosts", "Hosts", pages.hosts());
      return {
        count: total,
        hosts: items.map(({ name, connection, address, enabled, last_used_at }) => ({
          name,
          connection,
          address,
          enabled,
          last_used_at,
        })),
      };
    },
  }),
  listCollectors: tool({
    access: "admin:collectors",
    name: "list_collectors",
    description: "Counts and lists collector tokens with when each was last used and what it sent.",
    input: inputs({ limit: limit(20) }),
    read: async ({ reads, cite }, { limit: most = 10 }) => {
      const { items, total } = await reads.collectors.list({ query: { limit: most } });
      cite("collectors", "Collectors", pages.collectors());
      return {
        count: total,
        collectors: items.map(({ name, last_used_at, revoked_at, rows, bytes }) => ({
          ...{ name, last_used_at, revoked: revoked_at !== null, rows, bytes },
        })),
      };
    },
  }),
};

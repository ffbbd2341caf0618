import { logLevels } from "@opsplane/contract";
import { Type } from "typebox";
import { cut, inputs, limit, maybeName, queryRange, range, several, words } from "./inputs.ts";
import { pages } from "./links.ts";
import { tool } from "./tool.ts";

const shared = { access: "observability:read", module: "observability" } as const;
const service = several(Type.String({ minLength: 1, maxLength: 200 }), "Names of services");
const level = several(words(logLevels));
const maxRead = 1000;

interface Group {
  message: string;
  service: string;
  count: number;
  last_seen: string;
}

/** Lines that differ only in numbers and ids are one error. */
function templateOf(message: string): string {
  return cut(
    message.replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{16,64}\b/gi, "#").replace(/\d+/g, "#"),
    200,
  );
}

export const logTools = {
  countLogs: tool({
    ...shared,
    name: "count_logs",
    description: "Counts log records in a range, in total and by service and level.",
    input: inputs({ ...range, service, level, text: maybeName("Words that the records contain") }),
    read: async ({ reads, cite, now }, input) => {
      const window = queryRange(input, now, 24);
      const filter = {
        ...window,
        ...(input.service ? { service: input.service } : {}),
        ...(input.level ? { level: input.level } : {}),
        ...(input.text === undefined ? {} : { q: quoted(input.text) }),
      };
      const { total } = await reads.logs.histogram({ query: { ...filter, bars: 1 } });
      const { facets } = await reads.logs.facets({ query: { ...filter, fields: ["service", "level"], limit: 20 } });
      const values = (field: string) => facets.find((each) => each.field === field)?.values ?? [];
      const kept = (field: string, wanted: readonly string[] | undefined) =>
        values(field).filter(({ value }) => wanted === undefined || wanted.includes(value));
      return {
        ...window,
        count: total,
        by_service: kept("service", input.service),
        by_level: kept("level", input.level),
        citation: cite(
          "logs",
          "Logs",
          pages.logs({ ...window, service: input.service?.join(","), level: input.level?.join(",") }),
        ),
      };
    },
  }),
  topLogErrors: tool({
    ...shared,
    name: "top_log_errors",
    description: "The most frequent error messages in logs, counted among the newest 1,000 error records of a range.",
    input: inputs({ ...range, service, limit: limit(10) }),
    read: async ({ reads, cite, now }, input) => {
      const window = queryRange(input, now, 24);
      const filter = {
        ...window,
        level: ["error" as const, "fatal" as const],
        ...(input.service ? { service: input.service } : {}),
      };
      const { total } = await reads.logs.histogram({ query: { ...filter, bars: 1 } });
      const { items } = await reads.logs.list({ query: { ...filter, limit: maxRead } });
      const groups = new Map<string, Group>();
      for (const { message, service: from, timestamp } of items) {
        const key = `${from}\n${templateOf(message)}`;
        const group = groups.get(key) ?? {
          message: templateOf(message),
          service: from,
          count: 0,
          last_seen: timestamp,
        };
        group.count += 1;
        groups.set(key, group);
      }
      const errors = [...groups.values()].sort((a, b) => b.count - a.count || a.message.localeCompare(b.message));
      return {
        ...window,
        count: total,
        read: items.length,
        errors: errors.slice(0, input.limit ?? 5),
        citation: cite(
          "logs",
          "Error logs",
          pages.logs({ ...window, level: "error,fatal", service: input.service?.join(",") }),
        ),
      };
    },
  }),
  searchLogs: tool({
    ...shared,
    name: "search_logs",
    description: "The newest log records of a range that contain some words, with their total.",
    input: inputs({ ...range, service, level, text: maybeName("Words that the records contain"), limit: limit(20) }),
    read: async ({ reads, cite, now }, input) => {
      const window = queryRange(input, now, 24);
      const filter = {
        ...window,
        ...(input.service ? { service: input.service } : {}),
        ...(input.level ? { level: input.level } : {}),
        ...(input.text === undefined ? {} : { q: quoted(input.text) }),
      };
      const { total } = await reads.logs.histogram({ query: { ...filter, bars: 1 } });
      const { items } = await reads.logs.list({ query: { ...filter, limit: input.limit ?? 10 } });
      const search = { ...window, service: input.service?.join(","), level: input.level?.join(","), q: filter.q };
      return {
        ...window,
        count: total,
        records: items.map(({ timestamp, service: from, level: of, message }) => ({
          timestamp,
          service: from,
          level: of,
          message: cut(message, 300),
        })),
        citation: cite("logs", "Logs", pages.logs(search)),
      };
    },
  }),
};

/** One phrase of the log language. */
function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, " ")}"`;
}

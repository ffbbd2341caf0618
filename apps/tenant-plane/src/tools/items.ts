import { fail } from "@opsplane/runtime";
import { Type } from "typebox";
import { cut, inputs, limit, maybeName, name, several, words } from "./inputs.ts";
import { pages } from "./links.ts";
import { groupId, itemId } from "./resolve.ts";
import { tool } from "./tool.ts";

const shared = { access: "cmdb:read", module: "cmdb" } as const;

export const itemTools = {
  findItems: tool({
    ...shared,
    name: "find_items",
    description: "Counts and lists configuration items by words, class, environment, criticality, tag and owning team.",
    input: inputs({
      text: maybeName("Words in name, description, tags or attributes"),
      class: several(Type.String({ maxLength: 100 })),
      environment: several(Type.String({ maxLength: 100 })),
      criticality: several(words(["critical", "high", "medium", "low"])),
      tag: several(Type.String({ maxLength: 100 })),
      team: maybeName("Name or id of the owning team"),
      limit: limit(20),
    }),
    read: async ({ reads, cite, db }, { text, team, limit: most = 10, ...filters }) => {
      const owner = team === undefined ? {} : { owner: await groupId(db, team) };
      const query = { ...filters, ...owner, ...(text === undefined ? {} : { q: text }) };
      const { items, total, estimated } = await reads.cmdb.items({
        query: { ...query, sort: "criticality", limit: most },
      });
      return {
        count: total,
        estimated: estimated ?? false,
        items: items.map(({ id, name: item, class: ofClass, environment, criticality, owner: by, open_incidents }) => ({
          ...{ id, name: item, class: ofClass, environment, criticality, owner: by?.name ?? null, open_incidents },
          citation: cite("item", item, pages.item(id)),
        })),
        citation: cite("items", "Configuration items", pages.items({ class: filters.class?.join(","), q: text })),
      };
    },
  }),
  getItem: tool({
    ...shared,
    name: "get_item",
    description:
      "One configuration item by name or id: class, environment, owner, attributes, open incidents and running changes.",
    input: inputs({ item: name("Name or id") }),
    read: async ({ reads, cite, db }, { item }) => {
      const found = await reads.cmdb.get({ params: { id: await itemId(db, item) } });
      return {
        ...{ id: found.id, name: found.name, class: found.class, environment: found.environment },
        ...{ description: cut(found.description, 300), criticality: found.criticality, tags: found.tags.slice(0, 20) },
        owner: found.owner === null ? null : { type: found.owner.type, name: found.owner.name },
        attributes: Object.fromEntries(Object.entries(found.attributes).slice(0, 20)),
        ...{ open_incidents: found.open_incidents, running_changes: found.running_changes },
        citation: cite("item", found.name, pages.item(found.id)),
      };
    },
  }),
  itemDependencies: tool({
    ...shared,
    name: "item_dependencies",
    description: "What a configuration item depends on and what depends on it, directly.",
    input: inputs({ item: name("Name or id") }),
    read: async ({ reads, cite, db }, { item }) => {
      const id = await itemId(db, item);
      const found = await reads.cmdb.get({ params: { id } });
      const [up, down] = await Promise.all([
        reads.cmdb.impact({ query: { ci_id: [id], direction: "upstream", depth: 1, limit: 50 } }),
        reads.cmdb.impact({ query: { ci_id: [id], direction: "downstream", depth: 1, limit: 50 } }),
      ]);
      const listed = ({ id: other, name: called, class: ofClass }: { id: string; name: string; class: string }) => ({
        ...{ name: called, class: ofClass },
        citation: cite("item", called, pages.item(other)),
      });
      return {
        name: found.name,
        citation: cite("item", found.name, pages.item(id)),
        depends_on: up.affected.map(listed),
        depends_on_count: up.totals.affected,
        dependents: down.affected.map(listed),
        dependents_count: down.totals.affected,
      };
    },
  }),
  itemImpact: tool({
    ...shared,
    name: "item_impact",
    description:
      "Everything that is affected when a configuration item fails, with affected services, open incidents and a score.",
    input: inputs({ item: name("Name or id") }),
    read: async ({ reads, cite, db }, { item }) => {
      const id = await itemId(db, item);
      const impact = await reads.cmdb.impact({ query: { ci_id: [id], limit: 20 } });
      return {
        ...{ name: impact.ci.name, score: impact.score, level: impact.level },
        ...{ affected_count: impact.totals.affected, service_count: impact.totals.services },
        ...{ open_incidents: impact.totals.open_incidents, running_changes: impact.totals.running_changes },
        services: impact.services
          .slice(0, 20)
          .map(({ name: service, criticality, distance }) => ({ name: service, criticality, distance })),
        affected: impact.affected.map(({ name: other, class: ofClass, distance }) => ({
          name: other,
          class: ofClass,
          distance,
        })),
        citation: cite("impact", `Impact of ${impact.ci.name}`, pages.impact(id)),
      };
    },
  }),
  findPeople: tool({
    access: "directory:read",
    name: "find_people",
    description: "People by name, or the members of a team.",
    input: inputs({ text: maybeName("Text in name or email"), team: maybeName("Name or id of a team") }),
    read: async ({ reads, cite }, { text, team }) => {
      cite("people", "Profile", pages.profile());
      if (team !== undefined) {
        const { items } = await reads.directory.groups({ query: { limit: 1000 } });
        const group = items.find(({ id, name: called }) => id === team || called.toLowerCase() === team.toLowerCase());
        if (!group) return fail("NOT_FOUND", `There is no team named '${team.slice(0, 100)}'.`);
        const { items: users } = await reads.directory.users({ query: { limit: 1000 } });
        const members = users.filter(({ id }) => group.member_ids.includes(id));
        return {
          team: group.name,
          count: group.member_ids.length,
          people: members.slice(0, 50).map(({ name: person, email }) => ({ name: person, email })),
        };
      }
      const { items, total } = await reads.directory.users({
        query: { limit: 20, ...(text === undefined ? {} : { q: text }) },
      });
      return { team: null, count: total, people: items.map(({ name: person, email }) => ({ name: person, email })) };
    },
  }),
};

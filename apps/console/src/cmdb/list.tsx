import { type ConfigItem, criticalities } from "@opsplane/contract";
import { linkOptions } from "@tanstack/react-router";
import { TimeText } from "../time/time.tsx";
import { defineList, type FilterValuesOf } from "../ui/list/define-list.ts";
import { freeWordsFilter, textFilter, wordsFilter } from "../ui/list/filter.tsx";
import { AttributeFilter } from "./attribute-filter.tsx";
import { CriticalityBadge, criticalityWords, Marks } from "./badges.tsx";
import { ClassIcon, ClassName } from "./classes.tsx";
import { EmptyList } from "./empty-list.tsx";
import { OwnerFilter } from "./owner-filter.tsx";

export type ItemFilters = FilterValuesOf<typeof itemList>;

const { Control: _, ...criticality } = wordsFilter({
  label: "Criticality",
  known: criticalities,
  word: (word) => criticalityWords[word],
  ask: (words) => ({ criticality: words }),
});

/**
 * The list's address: `?class=server,database&environment=production&tag=pci&owner=me&q=disk&sort=-updated_at`. Facets beside
 * the list choose class, environment, criticality and tags.
 */
export const itemList = defineList({
  key: "cmdb",
  noun: "CIs",
  load: (api, query, call) => api.cmdb.items({ query }, call),
  filters: {
    class: freeWordsFilter((words) => ({ class: words })),
    environment: freeWordsFilter((environment) => ({ environment })),
    criticality,
    /** CIs with all of these. */
    tag: freeWordsFilter((tag) => ({ tag })),
    owner: textFilter({
      pattern: /^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i,
      Control: OwnerFilter,
      ask: (owner) => ({ owner }),
    }),
    attribute: textFilter({ Control: AttributeFilter, ask: (attribute) => ({ attribute }) }),
  },
  sorts: {
    name: "Name, A to Z",
    "-name": "Name, Z to A",
    criticality: "Criticality",
    "-updated_at": "Recently updated",
    updated_at: "Least recently updated",
    "-created_at": "Newest",
    created_at: "Oldest",
  },
  page: (search) => linkOptions({ to: "/cmdb", search }),
  link: ({ id }) => linkOptions({ to: "/cmdb/$id", params: { id } }),
  columns: [
    {
      heading: "Name",
      orders: ["name", "-name"],
      text: ({ name }: ConfigItem) => name,
      before: (item) => <ClassIcon name={item.class} />,
      after: ({ open_incidents, running_changes }) => <Marks incidents={open_incidents} changes={running_changes} />,
    },
    {
      heading: "Criticality",
      width: "84px",
      orders: ["criticality"],
      cell: (item) => <CriticalityBadge criticality={item.criticality} />,
    },
    { heading: "Class", width: "128px", cell: (item) => <ClassName name={item.class} /> },
    { heading: "Environment", width: "104px", cell: ({ environment }) => environment },
    { heading: "Owner", width: "128px", cell: ({ owner }) => owner?.name ?? <span className="dim">—</span> },
    {
      heading: "Tags",
      width: "132px",
      wide: true,
      phone: "hidden",
      look: "dim",
      cell: ({ tags }) => <span title={tags.join(", ")}>{tags.join(", ")}</span>,
    },
    {
      heading: "Updated",
      width: "66px",
      look: "time",
      phone: "end",
      orders: ["-updated_at", "updated_at"],
      cell: ({ updated_at }) => <TimeText at={updated_at} as="age" />,
    },
  ],
  Empty: EmptyList,
  hint: ({ tag }) =>
    tag.length > 1
      ? "CIs must have all selected tags. Remove a tag or another filter."
      : "Remove a filter or shorten your search.",
});

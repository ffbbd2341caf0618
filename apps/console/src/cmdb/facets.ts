import { criticalities } from "@opsplane/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { toggled } from "../ui/words.ts";
import { criticalityWords } from "./badges.tsx";
import { useClassLabel } from "./classes.tsx";
import { type ItemFilters, itemList } from "./list.tsx";

export interface FacetValue {
  value: string;
  label: string;
  count: number;
}

export interface Facet {
  name: string;
  values: FacetValue[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
  onClear: () => void;
}

interface Counted {
  value: string;
  count: number;
}

/** Class, environment, criticality and tags. Counts apply all filters but the facet's own. */
export function useItemFacets(filters: ItemFilters, onChange: (changes: Partial<ItemFilters>) => void): Facet[] {
  const { data } = useFacets(filters);
  const classLabel = useClassLabel();
  return [
    {
      name: "Class",
      values: valuesOf(data?.class, filters.class, classLabel),
      chosen: filters.class,
      onToggle: (value) => onChange({ class: toggled(filters.class, value) }),
      onClear: () => onChange({ class: [] }),
    },
    {
      name: "Environment",
      values: valuesOf(data?.environment, filters.environment),
      chosen: filters.environment,
      onToggle: (value) => onChange({ environment: toggled(filters.environment, value) }),
      onClear: () => onChange({ environment: [] }),
    },
    {
      name: "Criticality",
      values: criticalities.map((value) => ({
        value,
        label: criticalityWords[value],
        count: data?.criticality.find((counted) => counted.value === value)?.count ?? 0,
      })),
      chosen: filters.criticality,
      onToggle: (word) =>
        onChange({
          criticality: criticalities.filter((one) => toggled<string>(filters.criticality, word).includes(one)),
        }),
      onClear: () => onChange({ criticality: [] }),
    },
    {
      name: "Tags",
      values: valuesOf(data?.tag, filters.tag),
      chosen: filters.tag,
      onToggle: (value) => onChange({ tag: toggled(filters.tag, value) }),
      onClear: () => onChange({ tag: [] }),
    },
  ];
}

function useFacets(filters: ItemFilters) {
  const api = useApi();
  const { sort: _, ...query } = itemList.ask(filters);
  return useQuery({
    queryKey: ["cmdb", "facets", query],
    queryFn: ({ signal }) => api.cmdb.facets({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Chosen values stay visible even with a count of zero. Values with a comma are left out, because a filter cannot name them. */
function valuesOf(
  counted: readonly Counted[] = [],
  chosen: readonly string[],
  labelOf: (value: string) => string = (value) => value,
): FacetValue[] {
  const missing = chosen.filter((value) => !counted.some((one) => one.value === value));
  return [...counted, ...missing.map((value) => ({ value, count: 0 }))]
    .filter(({ value }) => value !== "" && !value.includes(","))
    .map(({ value, count }) => ({ value, label: labelOf(value), count }));
}

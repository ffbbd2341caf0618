import { ActionIcon, Skeleton, VisuallyHidden } from "@mantine/core";
import type { ApiError, SpanFacet } from "@opsplane/contract";
import { IconMinus } from "@tabler/icons-react";
import { ErrorFace } from "../../ui/faces.tsx";
import { countText } from "../../ui/quantity.ts";
import { canExclude, listOf, type TraceSearch, withTerm } from "./filters.ts";
import classes from "./search.module.css";

interface FacetListProps {
  query: {
    data: { facets: SpanFacet[]; sampled: boolean } | undefined;
    error: ApiError | null;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  search: TraceSearch;
  onChange: (change: TraceSearch) => void;
}

/** The values to filter by. A click filters by one, the button beside it excludes it. */
export function FacetList({ query, search, onChange }: FacetListProps) {
  return (
    <aside className={classes.facets} aria-label="Facets" aria-busy={query.isPlaceholderData}>
      {query.data ? (
        <>
          {query.data.facets
            .filter(({ values }) => values.length > 0)
            .map((facet, index) => (
              <Facet key={`${facet.source} ${facet.name}`} facet={facet} isOpen={index < 3} {...{ search, onChange }} />
            ))}
          {query.data.sampled ? <p className={classes.note}>Attributes: newest 20,000 spans.</p> : null}
        </>
      ) : query.error ? (
        <ErrorFace error={query.error} retry={() => void query.refetch()} />
      ) : (
        <div role="status">
          <VisuallyHidden>Loading…</VisuallyHidden>
          <Skeleton height={140} />
        </div>
      )}
    </aside>
  );
}

interface FacetProps extends Pick<FacetListProps, "search" | "onChange"> {
  facet: SpanFacet;
  isOpen: boolean;
}

const titles: Readonly<Record<string, string>> = {
  service: "Service",
  operation: "Operation",
  status: "Status",
  kind: "Kind",
};

function Facet({ facet, isOpen, search, onChange }: FacetProps) {
  const { source, name, values } = facet;
  const most = values.reduce((highest, { count }) => Math.max(highest, count), 1);
  const title = source === "span" ? (titles[name] ?? name) : name;
  return (
    <details className={classes.facet} open={isOpen || isFiltered(facet, search)}>
      <summary>
        <span className="truncate">{title}</span>
      </summary>
      <ul aria-label={title}>
        {values.map(({ value, count }) => {
          const term = { source, name, value };
          const isChosen = isOnly(facet, value, search);
          return (
            <li key={value} data-chosen={isChosen}>
              <button
                type="button"
                className={classes.value}
                aria-pressed={isChosen}
                title={value}
                onClick={() => onChange(isChosen ? withoutTerm(facet, value, search) : withTerm(search, term))}
              >
                <span className="truncate">{value}</span>
                <span className={classes.count}>{countText(count)}</span>
                <i style={{ width: `${(count / most) * 100}%` }} aria-hidden="true" />
              </button>
              {canExclude(facet) && !isChosen ? (
                <ActionIcon
                  size={20}
                  className={classes.not ?? ""}
                  aria-label={`Exclude ${name} ${value}`}
                  title="Not this"
                  onClick={() => onChange(withTerm(search, { ...term, isExcluded: true }))}
                >
                  <IconMinus size={13} />
                </ActionIcon>
              ) : null}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function isOnly({ source, name }: SpanFacet, value: string, search: TraceSearch): boolean {
  if (source === "attribute") return listOf(search.attr).includes(`${name}=${value.replaceAll(",", "*")}`);
  return spanValue(name, search) === value;
}

function isFiltered({ source, name }: SpanFacet, search: TraceSearch): boolean {
  if (source === "attribute") return listOf(search.attr).some((each) => each.startsWith(`${name}=`));
  return spanValue(name, search) !== undefined;
}

function spanValue(name: string, { service, operation, status, kind }: TraceSearch): string | undefined {
  const values: Record<string, string | undefined> = { service, operation, status, kind };
  return values[name];
}

function withoutTerm({ source, name }: SpanFacet, value: string, search: TraceSearch): TraceSearch {
  if (source === "span") return { [name]: undefined };
  const written = `${name}=${value.replaceAll(",", "*")}`;
  return {
    attr:
      listOf(search.attr)
        .filter((each) => each !== written)
        .join(",") || undefined,
  };
}

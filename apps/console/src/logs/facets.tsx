import { Skeleton, UnstyledButton } from "@mantine/core";
import { isFieldName } from "@opsplane/query";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { useDeferredValue, useState } from "react";
import { countText } from "../ui/quantity.ts";
import { toggled } from "../ui/words.ts";
import classes from "./facets.module.css";
import type { LogSearch } from "./log-search.ts";
import type { useFacets } from "./queries.ts";
import { narrowed } from "./query-edits.ts";

interface FacetsProps {
  facets: ReturnType<typeof useFacets>;
  search: LogSearch;
  onChange: (change: Partial<LogSearch>) => void;
}

/** The most frequent values of each field. A click narrows the search to a value. */
export function Facets({ facets: { data: latest, error, isPlaceholderData }, search, onChange }: FacetsProps) {
  // Deferred, so that the records are shown first.
  const data = useDeferredValue(latest);
  return (
    <search className={classes.panel} aria-label="Fields" aria-busy={isPlaceholderData}>
      {data || error ? null : <Skeleton height={240} />}
      {data?.facets
        .filter(({ field, values }) => values.length > 0 && isFieldName(field))
        .map(({ field, values }) => (
          <FacetGroup key={field} field={field} values={values} search={search} onChange={onChange} />
        ))}
      {data?.sampled ? <p className={classes.note}>Attribute counts are from the newest 20,000 records.</p> : null}
    </search>
  );
}

interface FacetGroupProps extends Pick<FacetsProps, "search" | "onChange"> {
  field: string;
  values: readonly { value: string; count: number }[];
}

const few = 6;

function FacetGroup({ field, values, search, onChange }: FacetGroupProps) {
  const [all, setAll] = useState(false);
  const most = Math.max(...values.map(({ count }) => count));
  const chosen = isListed(field) ? (search[field]?.split(",") ?? []) : [];
  const only = (value: string) =>
    isListed(field)
      ? onChange({ [field]: toggled(chosen, value).join(",") || undefined })
      : onChange({ q: narrowed(search.q ?? "", field, value) });
  return (
    <section className={classes.group} aria-label={field}>
      <h3 className={classes.name}>{field}</h3>
      {values.slice(0, all ? values.length : few).map(({ value, count }) => (
        <div key={value} className={classes.line} data-chosen={chosen.includes(value)}>
          <span className={classes.bar} style={{ width: `${(count / most) * 100}%` }} aria-hidden="true" />
          {/* Plain buttons with titles: there can be hundreds, and each component with a tooltip costs time. */}
          <button
            type="button"
            className={classes.value}
            title={value}
            aria-pressed={isListed(field) ? chosen.includes(value) : undefined}
            onClick={() => only(value)}
          >
            <span className="truncate">{value}</span>
            <span className={classes.count}>{countText(count)}</span>
          </button>
          <button
            type="button"
            className={classes.not}
            title="Not this"
            aria-label={`Not ${field} ${value}`}
            onClick={() => onChange({ q: narrowed(search.q ?? "", field, value, true) })}
          >
            <IconMinus size={12} />
          </button>
        </div>
      ))}
      {values.length > few ? (
        <UnstyledButton className={classes.more ?? ""} onClick={() => setAll(!all)}>
          <IconPlus size={11} aria-hidden="true" data-open={all} /> {all ? "Fewer" : `${values.length - few} more`}
        </UnstyledButton>
      ) : null}
    </section>
  );
}

/** Services and levels are lists in the address; other fields become part of the query. */
function isListed(field: string): field is "service" | "level" {
  return field === "service" || field === "level";
}

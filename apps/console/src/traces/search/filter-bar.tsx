import { Autocomplete, Button } from "@mantine/core";
import type { SpanFacet } from "@opsplane/contract";
import { IconFilter, IconX } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useKeys } from "../../keys/keys.tsx";
import { chipsOf, noFilters } from "./chips.ts";
import type { TraceSearch } from "./filters.ts";
import classes from "./search.module.css";
import { readTyped } from "./typed-filter.ts";

interface FilterBarProps {
  search: TraceSearch;
  facets: readonly SpanFacet[];
  onChange: (change: TraceSearch) => void;
}

/** The typed filter, and every condition as a chip that removes it. */
export function FilterBar({ search, facets, onChange }: FilterBarProps) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  useKeys([{ keys: "/", label: "Filter traces", group: "Traces", run: () => field.current?.select() }]);
  const submit = (text: string) => {
    if (text.trim() === "") return;
    const read = readTyped(text, search);
    if ("problem" in read) return setProblem(read.problem);
    setTyped("");
    setProblem(undefined);
    if ("traceId" in read) void navigate({ to: "/traces/$traceId", params: { traceId: read.traceId } });
    else onChange(read.change);
  };
  const chips = chipsOf(search);
  return (
    <div className={classes.filterBar}>
      <Autocomplete
        ref={field}
        className={classes.filterField ?? ""}
        size="xs"
        aria-label="Add a filter, or open a trace by its ID"
        placeholder="service=shop, http.route!=/health, duration>500ms, or a trace ID"
        leftSection={<IconFilter size={14} />}
        maxLength={600}
        data={suggestions(facets)}
        limit={12}
        error={problem}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setProblem(undefined);
        }}
        onOptionSubmit={(option) => {
          submit(option);
          // The field would write the chosen option into itself.
          setTimeout(() => setTyped(""));
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.defaultPrevented) submit(typed);
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      {chips.length > 0 ? (
        <ul className={classes.chips} aria-label="Filters">
          {chips.map(({ label, without }) => (
            <li key={label}>
              <button
                type="button"
                className={classes.chip}
                aria-label={`Remove filter ${label}`}
                onClick={() => onChange(without)}
              >
                <span className="truncate">{label}</span>
                <IconX size={12} aria-hidden="true" />
              </button>
            </li>
          ))}
          <li>
            <Button variant="subtle" size="compact-xs" onClick={() => onChange(noFilters)}>
              Clear filters
            </Button>
          </li>
        </ul>
      ) : null}
    </div>
  );
}

function suggestions(facets: readonly SpanFacet[]): string[] {
  return [...new Set(facets.flatMap(({ name, values }) => values.map(({ value }) => `${name}=${value}`)))];
}

import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { FilterMenu } from "../ui/filter-menu.tsx";
import classes from "./facet-panel.module.css";
import type { Facet, FacetValue } from "./facets.ts";

/** The facets, beside the list. */
export function FacetPanel({ facets }: { facets: readonly Facet[] }) {
  return (
    <search className={classes.panel} aria-label="Facets">
      {facets
        .filter(({ values }) => values.length > 0)
        .map((facet) => (
          <FacetGroup key={facet.name} facet={facet} />
        ))}
    </search>
  );
}

const few = 8;

function FacetGroup({ facet }: { facet: Facet }) {
  const [all, setAll] = useState(false);
  const { name, values, chosen, onToggle, onClear } = facet;
  const shown = all ? values : values.filter(({ value }, index) => index < few || chosen.includes(value));
  return (
    <fieldset className={classes.group}>
      <legend className={classes.name}>
        {name}
        {chosen.length > 0 ? (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={onClear}
            aria-label={`Clear ${name.toLowerCase()}`}
          >
            Clear
          </Button>
        ) : null}
      </legend>
      {shown.map((value) => (
        <FacetLine
          key={value.value}
          value={value}
          checked={chosen.includes(value.value)}
          onToggle={() => onToggle(value.value)}
        />
      ))}
      {values.length > shown.length || all ? (
        <Button size="compact-xs" variant="subtle" color="gray" ml={-4} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${values.length}`}
        </Button>
      ) : null}
    </fieldset>
  );
}

function FacetLine({ value, checked, onToggle }: { value: FacetValue; checked: boolean; onToggle: () => void }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control
    <label className={classes.line} title={value.label}>
      <Checkbox checked={checked} onChange={onToggle} aria-label={`${value.label}, ${value.count}`} />
      <span className="truncate">{value.label}</span>
      <span className={classes.count}>{value.count.toLocaleString("en")}</span>
    </label>
  );
}

/** A facet as a menu of the toolbar, where the panel has no room. */
export function FacetMenu({ facet: { name, values, chosen, onToggle, onClear } }: { facet: Facet }) {
  const first = values.find(({ value }) => value === chosen[0]);
  return (
    <FilterMenu
      label={name}
      summary={chosen.length > 1 ? `${chosen.length}` : (first?.label ?? chosen[0])}
      multiple
      options={values.slice(0, 30).map(({ value, label, count }) => ({
        value,
        label: (
          <span style={{ display: "flex", gap: 12, justifyContent: "space-between" }}>
            <span className="truncate">{label}</span> <span className="dim">{count.toLocaleString("en")}</span>
          </span>
        ),
      }))}
      chosen={chosen}
      onToggle={onToggle}
      onClear={chosen.length > 0 ? onClear : undefined}
    />
  );
}

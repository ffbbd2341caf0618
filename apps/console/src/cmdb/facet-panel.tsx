import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import classes from "./facet-panel.module.css";
import type { Facet, FacetValue } from "./facets.ts";

/** The facets beside the list. */
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
            aria-label={`Any ${name.toLowerCase()}`}
          >
            Any
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

import { Checkbox } from "@mantine/core";
import { type DataSource, dataSources } from "@opsplane/contract";
import { sourceHints } from "../words.ts";
import classes from "./editor.module.css";

interface SourcesFieldProps {
  value: readonly DataSource[];
  error: string | undefined;
  onChange: (sources: DataSource[]) => void;
}

/** The data sources of a report, in the order in which it shows them. */
export function SourcesField({ value, error, onChange }: SourcesFieldProps) {
  return (
    <Checkbox.Group
      description="Each becomes a part of the report."
      error={error}
      value={[...value]}
      onChange={(chosen) => onChange(dataSources.filter((source) => chosen.includes(source)))}
    >
      <div className={classes.sources}>
        {dataSources.map((source) => (
          <Checkbox key={source} size="xs" value={source} label={source} description={sourceHints[source]} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

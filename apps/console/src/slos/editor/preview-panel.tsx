import { Loader } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { SloPreview } from "@opsplane/contract";
import { useMemo } from "react";
import { StatTiles } from "../../explore/stat-tiles.tsx";
import { TimeText } from "../../time/time.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { BudgetChart } from "../budget-chart.tsx";
import { type SloDefinition, useSloPreview } from "../queries.ts";
import { budgetText, eventsText, percentText, stateLooks, stateWords } from "../words.ts";
import classes from "./editor.module.css";

/** The figures of what is in the form, over stored telemetry. */
export function PreviewPanel({ definition }: { definition: SloDefinition | undefined }) {
  const written = definition ? JSON.stringify(definition) : "";
  const [settled] = useDebouncedValue(written, 500);
  const asked = useMemo((): SloDefinition | undefined => (settled === "" ? undefined : JSON.parse(settled)), [settled]);
  const preview = useSloPreview(written === "" ? undefined : asked);
  const { data, error, isFetching } = preview;
  const isOutdated = preview.isPlaceholderData || written !== settled;
  return (
    <Panel
      title="Preview"
      action={isFetching ? <Loader size={14} mr={6} aria-label="Computing the preview" /> : undefined}
    >
      <section aria-label="Preview figures" aria-busy={isFetching} className={classes.preview}>
        {written === "" ? (
          <p className={classes.note}>Complete the indicator to see its figures over stored telemetry.</p>
        ) : error && !isFetching ? (
          <FormProblem error={error} />
        ) : data ? (
          <div className={classes.result} data-outdated={isOutdated}>
            <Figures preview={data} />
          </div>
        ) : (
          <p className={classes.note}>Reading stored telemetry…</p>
        )}
      </section>
    </Panel>
  );
}

function Figures({ preview }: { preview: SloPreview }) {
  const { state, attainment, budget, total, data_since } = preview;
  if (attainment === null || data_since === null)
    return <p className={classes.note}>No events in the window. Check the service or the metrics.</p>;
  return (
    <>
      <StatusMark look={stateLooks[state]}>{stateWords[state]}</StatusMark>
      <StatTiles
        label="Figures"
        stats={[
          { label: "Attainment", value: percentText(attainment), tone: state === "breached" ? "bad" : "plain" },
          { label: "Budget left", value: budgetText(budget.remaining) },
          {
            label: "Bad events",
            value: eventsText(budget.spent_events),
            note: `${eventsText(budget.events)} allowed`,
          },
          { label: "Events", value: eventsText(total) },
        ]}
      />
      <BudgetChart title="Error budget" series={preview} height={180} />
      <p className={classes.note}>
        Data since <TimeText at={data_since} />.
      </p>
    </>
  );
}

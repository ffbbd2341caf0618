import { Select } from "@mantine/core";
import { reportSchedules, scheduleCrons } from "@opsplane/contract";
import { NextTimes, ScheduleFields, writeCron } from "../../changes/index.ts";
import { useCan, useProfile } from "../../session/context.tsx";
import { optionsOf } from "../../ui/words.ts";
import { scheduleChoices } from "../words.ts";
import classes from "./editor.module.css";
import type { ReportDraft } from "./report-draft.ts";

interface PlanFieldsProps {
  draft: Pick<ReportDraft, "schedule" | "when" | "zone">;
  error: string | undefined;
  onChange: (changes: Partial<Pick<ReportDraft, "schedule" | "when" | "zone">>) => void;
}

/** When a report runs by itself, with the next times. */
export function PlanFields({ draft: { schedule, when, zone }, error, onChange }: PlanFieldsProps) {
  const isCustom = schedule === "Custom";
  const cron = schedule === "Off" ? "" : isCustom ? writeCron(when) : scheduleCrons[schedule];
  return (
    <div className={classes.fields}>
      <Select
        label="Runs"
        description="Each run is sent to the distribution lists of the report."
        allowDeselect={false}
        data={optionsOf(reportSchedules, scheduleChoices)}
        error={isCustom ? undefined : error}
        value={schedule}
        onChange={(chosen) => onChange({ schedule: reportSchedules.find((each) => each === chosen) ?? schedule })}
      />
      {isCustom ? (
        <ScheduleFields
          when={when}
          timezone={zone}
          error={undefined}
          onWhen={(next) => onChange({ when: next })}
          onTimezone={(next) => onChange({ zone: next })}
        />
      ) : null}
      {isCustom && error ? (
        <p className={classes.problem} role="alert">
          {error}
        </p>
      ) : null}
      <Next cron={cron} timezone={isCustom ? zone : "UTC"} />
    </div>
  );
}

/** The operation that computes times belongs to recurring changes. */
function Next({ cron, timezone }: { cron: string; timezone: string }) {
  const can = useCan();
  const { modules } = useProfile();
  if (cron === "" || !can("itsm:read") || !modules.includes("itsm")) return null;
  return <NextTimes label={`Next runs (${timezone})`} cron={cron} timezone={timezone} />;
}

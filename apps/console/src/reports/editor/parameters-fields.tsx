import { MultiSelect, Select, TagsInput, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReportSchedule, reportRanges, severities, usualRanges } from "@opsplane/contract";
import { useState } from "react";
import { useItemSearch } from "../../cmdb/index.ts";
import { useTeams } from "../../directory/queries.ts";
import { severityWords } from "../../records/severity-badge.tsx";
import { useCan } from "../../session/context.tsx";
import { fieldText, typedTime } from "../../time/range.ts";
import { useClock } from "../../time/time.tsx";
import { TimezoneSelect } from "../../time/timezone-select.tsx";
import { rangeWords } from "../words.ts";
import classes from "./editor.module.css";
import type { ParametersDraft } from "./report-draft.ts";

interface ParametersFieldsProps {
  value: ParametersDraft;
  /** Decides the period when none is chosen. */
  schedule: ReportSchedule;
  problems: Partial<Record<keyof ParametersDraft, string | undefined>>;
  onChange: (changes: Partial<ParametersDraft>) => void;
}

const automatic = "automatic";

/** What a report is about: period, time zone and filters. */
export function ParametersFields({ value, schedule, problems, onChange }: ParametersFieldsProps) {
  return (
    <div className={classes.fields}>
      <Select
        label="Period"
        allowDeselect={false}
        data={[
          { value: automatic, label: `By the schedule (${rangeWords[usualRanges[schedule]].toLowerCase()})` },
          ...reportRanges.map((range) => ({ value: range, label: rangeWords[range] })),
        ]}
        value={value.range || automatic}
        onChange={(chosen) => onChange({ range: reportRanges.find((range) => range === chosen) ?? "" })}
      />
      {value.range === "custom" ? (
        <div className={classes.pair}>
          <PeriodField
            label="From"
            placeholder="now-7d"
            error={problems.from}
            value={value.from}
            onChange={(from) => onChange({ from })}
          />
          <PeriodField
            label="To"
            placeholder="now"
            error={problems.to}
            value={value.to}
            onChange={(to) => onChange({ to })}
          />
        </div>
      ) : null}
      <TimezoneSelect
        description="Decides where days begin."
        error={problems.timezone}
        value={value.timezone}
        onChange={(timezone) => onChange({ timezone })}
      />
      <ServicesField error={problems.services} value={value.services} onChange={(services) => onChange({ services })} />
      <TeamsField value={value.teams} onChange={(teams) => onChange({ teams })} />
      <MultiSelect
        label="Severities"
        placeholder={value.severities.length > 0 ? "" : "All"}
        data={severities.map((severity) => ({ value: severity, label: `${severity} ${severityWords[severity]}` }))}
        value={value.severities}
        onChange={(chosen) => onChange({ severities: severities.filter((each) => chosen.includes(each)) })}
      />
    </div>
  );
}

interface PeriodFieldProps {
  label: string;
  placeholder: string;
  error: string | undefined;
  value: string;
  onChange: (time: string) => void;
}

/** A time as the person types it: `2026-11-01 00:00` in the console's time zone, or `now-7d`. */
function PeriodField({ value, onChange, ...field }: PeriodFieldProps) {
  const { mode } = useClock();
  const [text, setText] = useState(() => fieldText(value, mode));
  return (
    <TextInput
      {...field}
      maxLength={40}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(typedTime(event.currentTarget.value, mode));
      }}
    />
  );
}

interface NamesFieldProps {
  error?: string | undefined;
  value: string[];
  onChange: (names: string[]) => void;
}

/** Configuration items by name, with those that match what is typed as suggestions. */
function ServicesField({ value, onChange, error }: NamesFieldProps) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 150);
  const { data } = useItemSearch(q, useCan()("cmdb:read"));
  return (
    <TagsInput
      label="Services"
      description="Names of configuration items"
      placeholder={value.length > 0 ? "" : "All"}
      maxTags={50}
      maxLength={200}
      error={error}
      data={[...new Set(data?.items.map(({ name }) => name))]}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      onChange={onChange}
    />
  );
}

function TeamsField({ value, onChange }: NamesFieldProps) {
  const { data } = useTeams("");
  const names = data?.items.map(({ name }) => name) ?? [];
  return (
    <MultiSelect
      label="Teams"
      description="Counts what is assigned to their members"
      placeholder={value.length > 0 ? "" : "All"}
      searchable
      // A team that was renamed or deleted stays until it is removed.
      data={[...new Set([...names, ...value])]}
      value={value}
      onChange={onChange}
    />
  );
}

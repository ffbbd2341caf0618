import { MultiSelect } from "@mantine/core";
import { IconPhoneCall } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { TimeText } from "../../time/time.tsx";
import { withField } from "./fields.tsx";
import { defineKind, type KindFormProps, type KindViewProps } from "./kind.tsx";
import classes from "./kinds.module.css";
import { Scroll } from "./scroll.tsx";
import { WidgetNote } from "./widget-note.tsx";

function View({ title, data: { schedules } }: KindViewProps<"on_call">) {
  if (schedules.length === 0) return <WidgetNote>No on-call schedules</WidgetNote>;
  return (
    <Scroll label={title || "On call now"}>
      <ul className={classes.rows}>
        {schedules.map(({ id, name, person, until, next }) => (
          <li key={id}>
            <div className={classes.main}>
              <div className={classes.name} data-missing={person === null}>
                {person ?? "No one"}
              </div>
              <div className={classes.sub}>
                <span>{name}</span>
                {next ? <span>then {next}</span> : null}
              </div>
            </div>
            {until ? (
              <span className="dim">
                until <TimeText at={until} as="short" />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </Scroll>
  );
}

function Form({ options, onChange }: KindFormProps<"on_call">) {
  const api = useApi();
  const schedules = useQuery({
    queryKey: ["oncall", "schedules", "for-dashboards"],
    queryFn: ({ signal }) => api.oncallSchedules.list({ query: { limit: 200 } }, { signal }),
  });
  return (
    <MultiSelect
      label="Schedules"
      placeholder="All"
      searchable
      data={(schedules.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={options.schedule_ids ?? []}
      onChange={(ids) => onChange(withField(options, "schedule_ids", ids))}
    />
  );
}

export const onCall = defineKind("on_call", {
  icon: IconPhoneCall,
  about: "Who is on call, by schedule",
  initial: {},
  View,
  Form,
});

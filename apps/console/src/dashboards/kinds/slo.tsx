import { MultiSelect, Stack } from "@mantine/core";
import { IconTargetArrow } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { budgetText, burnText, percentText, stateLooks, stateWords } from "../../slos/index.ts";
import { TextLink } from "../../ui/links.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { useBoardLook } from "../board/look.tsx";
import { LimitField, withField } from "./fields.tsx";
import { defineKind, type KindFormProps, type KindViewProps } from "./kind.tsx";
import classes from "./kinds.module.css";
import { Scroll } from "./scroll.tsx";
import { WidgetNote } from "./widget-note.tsx";

function View({ title, data: { slos } }: KindViewProps<"slo">) {
  const { isShared } = useBoardLook();
  if (slos.length === 0) return <WidgetNote>No SLOs</WidgetNote>;
  return (
    <Scroll label={title || "SLOs"}>
      <ul className={classes.rows}>
        {slos.map(({ id, name, state, objective, attainment, budget_remaining, burn_rate }) => (
          <li key={id}>
            <div className={classes.main}>
              <div className={classes.name}>
                {isShared ? (
                  name
                ) : (
                  <TextLink to="/slos/$id" params={{ id }}>
                    {name}
                  </TextLink>
                )}
              </div>
              <div className={classes.sub}>
                <StatusMark look={stateLooks[state]}>{stateWords[state]}</StatusMark>
                <span>
                  {attainment === null ? "—" : percentText(attainment)} of {percentText(objective)}
                </span>
                <span>burn {burnText(burn_rate)}</span>
              </div>
            </div>
            <span>{budget_remaining === null ? "—" : `${budgetText(budget_remaining)} left`}</span>
          </li>
        ))}
      </ul>
    </Scroll>
  );
}

function Form({ options, onChange }: KindFormProps<"slo">) {
  const api = useApi();
  const slos = useQuery({
    queryKey: ["slos", "for-dashboards"],
    queryFn: ({ signal }) => api.slos.list({ query: { limit: 500 } }, { signal }),
  });
  return (
    <Stack gap="sm">
      <MultiSelect
        label="SLOs"
        placeholder="Those with the least budget"
        searchable
        maxValues={20}
        data={(slos.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={options.slo_ids ?? []}
        onChange={(ids) => onChange(withField(options, "slo_ids", ids))}
      />
      <LimitField max={100} value={options.limit} onChange={(limit) => onChange({ ...options, limit })} />
    </Stack>
  );
}

export const slo = defineKind("slo", {
  icon: IconTargetArrow,
  about: "Objectives with their error budgets",
  initial: {},
  View,
  Form,
});

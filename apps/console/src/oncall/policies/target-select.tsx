import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type EscalationTargetType, escalationTargetTypes } from "@opsplane/contract";
import { useState } from "react";
import { usePeople, useTeams } from "../../directory/queries.ts";
import { useSharedChannels } from "../channels/queries.ts";
import { useSchedules } from "../schedules/queries.ts";
import type { NamedTarget } from "./policy-draft.ts";
import { targetTypeWords } from "./policy-words.ts";

interface TargetSelectProps extends Pick<SelectProps, "label" | "placeholder" | "aria-label" | "error" | "disabled"> {
  value: NamedTarget | null;
  /** Targets that are chosen already. */
  without?: readonly NamedTarget[];
  types?: readonly EscalationTargetType[];
  onChange: (target: NamedTarget | null) => void;
}

const order: readonly EscalationTargetType[] = ["schedule", "user", "team", "channel"];

/** Chooses a schedule, person, team or shared channel by a part of the name. */
export function TargetSelect(props: TargetSelectProps) {
  const { value, without = [], types = escalationTargetTypes, onChange, ...select } = props;
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed === value?.name ? "" : typed, 150);
  const found = useTargets(q).filter(({ type, id }) => types.includes(type) && !without.some((each) => each.id === id));
  const data = order
    .map((type) => ({
      group: targetTypeWords[type],
      items: found
        .filter((each) => each.type === type)
        .map(({ id, name, problem }) => ({ value: id, label: problem ? `${name} (cannot deliver)` : name })),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <Select
      {...select}
      value={value?.id ?? null}
      onChange={(id) => onChange(found.find((each) => each.id === id) ?? null)}
      data={data}
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="Nothing found"
      maxDropdownHeight={320}
    />
  );
}

function useTargets(q: string): NamedTarget[] {
  const people = usePeople(q).data?.items ?? [];
  const teams = useTeams(q).data?.items ?? [];
  const schedules = useSchedules(q).data?.items ?? [];
  const words = q.toLowerCase();
  const channels = (useSharedChannels().data?.items ?? []).filter(({ name }) => name.toLowerCase().includes(words));
  return [
    ...schedules.map(({ id, name }): NamedTarget => ({ type: "schedule", id, name })),
    ...people.map(({ id, name }): NamedTarget => ({ type: "user", id, name })),
    ...teams.map(({ id, name }): NamedTarget => ({ type: "team", id, name })),
    ...channels.map(
      ({ id, name, problem }): NamedTarget => ({
        type: "channel",
        id,
        name,
        problem,
      }),
    ),
  ];
}

import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { ItemSelect, itemIdsIn, useItemsByIds } from "../../cmdb/index.ts";
import { useTeams } from "../../directory/queries.ts";
import { useCan } from "../../session/context.tsx";
import { MarkdownField } from "../../ui/markdown-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import form from "../../ui/preview-form.module.css";
import type { PartProps } from "./slo-editor.tsx";

interface AboutPanelProps extends Pick<PartProps, "draft" | "onChange"> {
  groupName: string | null;
}

/** Whose objective it is and what it means. */
export function AboutPanel({ draft, groupName, onChange }: AboutPanelProps) {
  const can = useCan();
  return (
    <Panel title="About">
      <div className={form.fields}>
        <MarkdownField
          label="Description"
          description="Shown on incidents of its alerts. Markdown supported"
          placeholder="What users notice, and what to do first"
          maxLength={5000}
          value={draft.description}
          onChange={(description) => onChange({ description })}
        />
        <div className={form.pair}>
          {can("cmdb:read") ? <ItemField id={draft.ci_id} onChange={(ci_id) => onChange({ ci_id })} /> : null}
          {can("directory:read") ? (
            <TeamSelect id={draft.group_id} name={groupName} onChange={(group_id) => onChange({ group_id })} />
          ) : null}
        </div>
      </div>
    </Panel>
  );
}

interface ChoiceProps {
  id: string | null;
  onChange: (id: string | null) => void;
}

function ItemField({ id, onChange }: ChoiceProps) {
  const { data = [] } = useItemsByIds(itemIdsIn(id ? [id] : []), id !== null);
  return (
    <ItemSelect
      label="Configuration item"
      placeholder="None"
      clearable
      clearButtonProps={{ "aria-label": "Clear configuration item" }}
      value={data.find((item) => item.id === id) ?? null}
      onChange={(item) => onChange(item?.id ?? null)}
    />
  );
}

function TeamSelect({ id, name, onChange }: ChoiceProps & { name: string | null }) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed === name ? "" : typed, 150);
  const teams = useTeams(q).data?.items ?? [];
  const names = new Map(teams.map((team) => [team.id, team.name]));
  if (id && !names.has(id)) names.set(id, name ?? "Another team");
  return (
    <Select
      label="Team"
      placeholder="None"
      size="sm"
      clearable
      searchable
      clearButtonProps={{ "aria-label": "Clear team" }}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="No teams found"
      data={[...names].map(([value, label]) => ({ value, label }))}
      value={id}
      onChange={onChange}
    />
  );
}

import { MultiSelect, Select } from "@mantine/core";
import { ItemsPicker } from "../../cmdb/index.ts";
import { useCan } from "../../session/context.tsx";
import { useHostChoices, useRunbookChoices, useRunbookParameters } from "../queries.ts";
import { tableIn, textIn, textsIn } from "./config.ts";
import { ParameterValues } from "./parameter-values.tsx";
import type { ConfigFieldsProps } from "./step-fields.tsx";

export function RunbookFields(props: ConfigFieldsProps) {
  const { step, names, problemAt, onChange } = props;
  const mayRead = useCan()("runbooks:read");
  const id = textIn(step.config, "runbook_id");
  const runbooks = useRunbookChoices(mayRead);
  const runbook = useRunbookParameters(id, mayRead && id !== "");
  const choices = (runbooks.data?.items ?? []).map((each) => ({ value: each.id, label: each.name }));
  const isListed = choices.some(({ value }) => value === id);
  const unlisted = id && !isListed ? [{ value: id, label: runbook.data?.name ?? id.slice(0, 8) }] : [];
  return (
    <>
      <Select
        label="Runbook"
        withAsterisk
        placeholder={mayRead ? "Choose a published runbook" : "You don't have access to runbooks"}
        disabled={!mayRead}
        searchable
        error={problemAt("runbook_id")}
        data={[...choices, ...unlisted]}
        value={id || null}
        onChange={(chosen) => onChange({ runbook_id: chosen ?? undefined, parameters: undefined })}
        nothingFoundMessage={runbooks.data ? "No published runbooks found" : "Loading…"}
      />
      {runbook.data ? (
        <ParameterValues
          parameters={runbook.data.parameters}
          values={tableIn(step.config, "parameters")}
          names={names}
          problemAt={(name) => problemAt(`parameters.${name}`)}
          onChange={(parameters) => onChange({ parameters })}
        />
      ) : null}
      <TargetFields
        targets={textsIn(step.config, "targets")}
        problem={problemAt("targets")}
        onChange={(targets) => onChange({ targets: targets.length > 0 ? targets : undefined })}
      />
    </>
  );
}

interface TargetFieldsProps {
  targets: string[];
  problem: string | undefined;
  onChange: (targets: string[]) => void;
}

/** The hosts and configuration items on which the runbook's commands run. */
function TargetFields({ targets, problem, onChange }: TargetFieldsProps) {
  const mayRead = useCan()("runbooks:read");
  const hosts = useHostChoices(mayRead).data?.items;
  const hostIds = new Set(hosts?.map(({ id }) => id));
  const chosenHosts = targets.filter((id) => hostIds.has(id));
  const items = targets.filter((id) => !hostIds.has(id));
  return (
    <>
      <MultiSelect
        label="Hosts"
        description="Without targets, the incident's affected items"
        searchable
        disabled={!mayRead}
        data={(hosts ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={chosenHosts}
        onChange={(ids) => onChange([...ids, ...items])}
        maxValues={100}
        nothingFoundMessage="No hosts found"
        error={problem}
      />
      <ItemsPicker
        label="Configuration items"
        // Until the hosts are known, their ids would be shown as items.
        value={hosts || !mayRead ? items : []}
        onChange={(ids) => onChange([...chosenHosts, ...ids])}
      />
    </>
  );
}

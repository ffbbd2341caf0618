import { Select, Textarea } from "@mantine/core";
import { useHosts } from "../queries.ts";
import type { StepFieldsProps } from "./props.ts";

export function CommandFields({ step, path, problems, set }: StepFieldsProps) {
  return (
    <>
      <Textarea
        label="Command"
        description="{{ parameters.name }} becomes one quoted word. {{ target.name }} is the host."
        withAsterisk
        classNames={{ input: "mono" }}
        spellCheck={false}
        autosize
        minRows={2}
        maxRows={24}
        maxLength={20_000}
        error={problems.error(`${path}.command`)}
        value={step.command ?? ""}
        onChange={(event) => set({ command: event.currentTarget.value })}
      />
      <HostField value={step.host_id ?? null} onChange={(host_id) => set({ host_id: host_id ?? undefined })} />
    </>
  );
}

function HostField({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const hosts = useHosts().data ?? [];
  const data = hosts.map(({ id, name, enabled }) => ({ value: id, label: enabled ? name : `${name} (disabled)` }));
  if (value && !hosts.some(({ id }) => id === value)) data.push({ value, label: value.slice(0, 8) });
  return (
    <Select
      label="Host"
      description="Always runs on this host. Without one, it runs on the targets of the execution."
      placeholder="The targets of the execution"
      clearable
      clearButtonProps={{ "aria-label": "Clear host" }}
      searchable
      nothingFoundMessage="No hosts found"
      data={data}
      value={value}
      onChange={onChange}
    />
  );
}

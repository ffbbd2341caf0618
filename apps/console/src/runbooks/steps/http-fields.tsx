import { ActionIcon, Button, Group, Select, TagsInput, Textarea, TextInput } from "@mantine/core";
import { httpMethods } from "@opsplane/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { StepDraft } from "../editor/draft.ts";
import classes from "./fields.module.css";
import type { StepFieldsProps } from "./props.ts";

export function HttpFields({ step, path, problems, set }: StepFieldsProps) {
  return (
    <>
      <div className={classes.request}>
        <Select
          label="Method"
          allowDeselect={false}
          data={[...httpMethods]}
          value={step.method ?? "GET"}
          onChange={(chosen) => set({ method: httpMethods.find((method) => method === chosen) })}
        />
        <TextInput
          label="URL"
          withAsterisk
          placeholder="https://api.example.com/restart"
          classNames={{ input: "mono" }}
          maxLength={4000}
          error={problems.error(`${path}.url`)}
          value={step.url ?? ""}
          onChange={(event) => set({ url: event.currentTarget.value })}
        />
      </div>
      <Headers headers={step.headers ?? {}} onChange={(headers) => set({ headers })} />
      {step.method === "GET" || step.method === "HEAD" ? null : (
        <Textarea
          label="Body"
          classNames={{ input: "mono" }}
          spellCheck={false}
          autosize
          minRows={2}
          maxRows={20}
          maxLength={100_000}
          error={problems.error(`${path}.body`)}
          value={step.body ?? ""}
          onChange={(event) => set({ body: event.currentTarget.value || undefined })}
        />
      )}
      <TagsInput
        label="Expected statuses"
        description="Any 2xx when empty"
        placeholder={step.expect_status === undefined ? "200" : ""}
        maxTags={50}
        value={[step.expect_status ?? []].flat().map(String)}
        onChange={(words) => set({ expect_status: statusesIn(words) })}
      />
      <Extractions step={step} path={path} problems={problems} set={set} />
    </>
  );
}

function statusesIn(words: readonly string[]): number[] | undefined {
  const statuses = words.map(Number).filter((status) => Number.isInteger(status) && status >= 100 && status <= 599);
  return statuses.length > 0 ? [...new Set(statuses)] : undefined;
}

interface HeadersProps {
  headers: Record<string, string>;
  onChange: (headers: Record<string, string> | undefined) => void;
}

/** Rows of names and values. A row without a name is kept here until it has one. */
function Headers({ headers, onChange }: HeadersProps) {
  const [rows, setRows] = useState(() => Object.entries(headers).map(([name, value], key) => ({ key, name, value })));
  const change = (next: typeof rows) => {
    setRows(next);
    const named = next.filter(({ name }) => /^[A-Za-z0-9-]{1,100}$/.test(name));
    onChange(named.length > 0 ? Object.fromEntries(named.map(({ name, value }) => [name, value])) : undefined);
  };
  const edit = (key: number, changes: { name?: string; value?: string }) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  const nextKey = Math.max(-1, ...rows.map(({ key }) => key)) + 1;
  return (
    <div className={classes.rows}>
      {rows.map(({ key, name, value }, index) => (
        <div key={key} className={classes.pair}>
          <TextInput
            aria-label={`Header ${index + 1}: name`}
            placeholder="Authorization"
            value={name}
            onChange={(event) => edit(key, { name: event.currentTarget.value.trim() })}
          />
          <TextInput
            aria-label={`Header ${index + 1}: value`}
            placeholder="Bearer {{ parameters.token }}"
            classNames={{ input: "mono" }}
            maxLength={4000}
            value={value}
            onChange={(event) => edit(key, { value: event.currentTarget.value })}
          />
          <RemoveRow what={`header ${index + 1}`} onClick={() => change(rows.filter((row) => row.key !== key))} />
        </div>
      ))}
      <AddRow onClick={() => setRows([...rows, { key: nextKey, name: "", value: "" }])}>Add header</AddRow>
    </div>
  );
}

type Extraction = NonNullable<StepDraft["extract"]>[number];

/** Values of the response that later steps use. */
function Extractions({ step, path, problems, set }: StepFieldsProps) {
  const extract = step.extract ?? [];
  const change = (next: Extraction[]) => set({ extract: next.length > 0 ? next : undefined });
  const edit = (index: number, changes: Partial<Extraction>) =>
    change(extract.map((each, at) => (at === index ? { ...each, ...changes } : each)));
  return (
    <div className={classes.rows}>
      {extract.map((each, index) => (
        // Rows have no id, and their order is that of the list.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={classes.triple}>
          <TextInput
            aria-label={`Value ${index + 1}: name`}
            placeholder="Name"
            error={problems.error(`${path}.extract.${index}.name`)}
            value={each.name}
            onChange={(event) => edit(index, { name: event.currentTarget.value.trim() })}
          />
          <Select
            aria-label={`Value ${index + 1}: from`}
            allowDeselect={false}
            data={[
              { value: "body", label: "JSON body" },
              { value: "header", label: "Header" },
            ]}
            value={each.from}
            onChange={(from) => edit(index, { from: from === "header" ? "header" : "body" })}
          />
          <TextInput
            aria-label={`Value ${index + 1}: path`}
            placeholder={each.from === "body" ? "items.0.id" : "Location"}
            classNames={{ input: "mono" }}
            value={each.path}
            onChange={(event) => edit(index, { path: event.currentTarget.value })}
          />
          <RemoveRow what={`value ${index + 1}`} onClick={() => change(extract.filter((_, at) => at !== index))} />
        </div>
      ))}
      <AddRow onClick={() => change([...extract, { name: `value_${extract.length + 1}`, from: "body", path: "id" }])}>
        Keep a value of the response
      </AddRow>
    </div>
  );
}

export function RemoveRow({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <ActionIcon size={30} aria-label={`Remove ${what}`} onClick={onClick}>
      <IconTrash size={15} />
    </ActionIcon>
  );
}

export function AddRow({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Group>
      <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={13} />} onClick={onClick}>
        {children}
      </Button>
    </Group>
  );
}

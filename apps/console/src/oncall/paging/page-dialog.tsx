import { Alert, Group, Radio, Select, Textarea } from "@mantine/core";
import type { EscalationPolicy, Incident, OnCallPage } from "@opsplane/contract";
import { useState } from "react";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useOnceKey } from "../../ui/once-key.ts";
import type { NamedTarget } from "../policies/policy-draft.ts";
import { stepsText } from "../policies/policy-words.ts";
import { usePolicies } from "../policies/queries.ts";
import { TargetSelect } from "../policies/target-select.tsx";
import { usePageSomeone } from "./queries.ts";

interface PageDialogProps {
  incident: Incident;
  /** The page that is replaced. */
  open: OnCallPage | undefined;
  onClose: () => void;
}

/** Pages by an escalation policy, or one person, schedule, team or channel. */
export function PageDialog({ incident, open, onClose }: PageDialogProps) {
  const policies = usePolicies("").data?.items ?? [];
  const page = usePageSomeone(incident);
  const key = useOnceKey();
  const [by, setBy] = useState<"policy" | "target">("policy");
  const [chosen, setPolicy] = useState<string | null>(null);
  const policy = policies.find(({ id }) => id === chosen) ?? policies.find(({ is_default }) => is_default);
  const [target, setTarget] = useState<NamedTarget | null>(null);
  const [message, setMessage] = useState("");
  const [tried, setTried] = useState(false);
  const problem = by === "policy" ? !policy && "Choose an escalation policy." : !target && "Choose who is paged.";
  const submit = () => {
    setTried(true);
    if (problem) return;
    const fields = {
      ...(message.trim() ? { message: message.trim() } : {}),
      ...(by === "policy" && policy ? { escalation_policy_id: policy.id } : {}),
      ...(by === "target" && target ? { target: { type: target.type, id: target.id } } : {}),
    };
    page.mutate({ fields, key }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Page someone for ${incident.reference}`}
      submit={open ? "Replace page" : "Page"}
      isDirty={message !== "" || target !== null}
      pending={page.isPending}
      error={page.error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      {open ? (
        <Alert color="yellow" variant="light" p="xs">
          This replaces the open page of {open.name}.
        </Alert>
      ) : null}
      <Radio.Group label="Page" value={by} onChange={(value) => setBy(value === "target" ? "target" : "policy")}>
        <Group gap="lg" mt={6}>
          <Radio value="policy" label="Escalation policy" />
          <Radio value="target" label="Person, schedule, team or channel" />
        </Group>
      </Radio.Group>
      {by === "policy" ? (
        <PolicySelect
          policies={policies}
          value={policy}
          error={tried && problem ? problem : undefined}
          onChange={setPolicy}
        />
      ) : (
        <TargetSelect
          label="Who"
          placeholder="Search…"
          error={tried && problem ? problem : undefined}
          value={target}
          onChange={setTarget}
        />
      )}
      <Textarea
        label="Message"
        description="Optional. It comes before the description of the incident."
        autosize
        minRows={2}
        maxLength={1000}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

interface PolicySelectProps {
  policies: readonly EscalationPolicy[];
  value: EscalationPolicy | undefined;
  error: string | undefined;
  onChange: (id: string | null) => void;
}

function PolicySelect({ policies, value, error, onChange }: PolicySelectProps) {
  return (
    <Select
      label="Escalation policy"
      placeholder="Choose…"
      description={value ? stepsText(value.steps) : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      searchable
      error={error}
      data={policies.map(({ id, name, is_default }) => ({ value: id, label: is_default ? `${name} (default)` : name }))}
      value={value?.id ?? null}
      onChange={onChange}
      nothingFoundMessage="No escalation policies found"
    />
  );
}

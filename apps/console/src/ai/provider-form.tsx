import {
  Alert,
  Button,
  Group,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from "@mantine/core";
import { type AiProvider, type AiSettings, aiProviders } from "@opsplane/contract";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { useRecordDraft } from "../ui/record-draft.ts";
import { RecordForm } from "../ui/record-form.tsx";
import classes from "./ai.module.css";
import { type AiFields, useSaveAiSettings, useTestProvider } from "./queries.ts";
import { defaultAddresses, providerWords } from "./words.ts";

const draftOf = ({ enabled, provider, base_url, model, ...limits }: AiSettings) => ({
  ...{ enabled, provider, base_url, model, api_key: "" },
  timeout_seconds: limits.timeout_seconds,
  max_tokens_per_run: limits.max_tokens_per_run,
  max_steps_per_run: limits.max_steps_per_run,
  monthly_credit_budget: limits.monthly_credit_budget,
});
type Draft = ReturnType<typeof draftOf>;

function isProvider(value: string | null): value is AiProvider {
  return aiProviders.some((provider) => provider === value);
}

export function ProviderForm({ settings }: { settings: AiSettings }) {
  const edit = useRecordDraft(settings, draftOf, useSaveAiSettings());
  const { draft, set } = edit;
  const hasProvider = draft.provider !== "none";
  const choose = (provider: AiProvider) => set({ provider, ...(provider === "none" ? { enabled: false } : {}) });
  return (
    <Panel title="Provider">
      <RecordForm edit={edit} what="the AI settings" onSubmit={() => edit.save(fieldsOf(edit.changes))}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              size="sm"
              label="Provider"
              allowDeselect={false}
              data={aiProviders.map((value) => ({ value, label: providerWords[value] }))}
              value={draft.provider}
              onChange={(value) => isProvider(value) && choose(value)}
            />
            {hasProvider ? (
              <TextInput
                size="sm"
                label="Model"
                maxLength={200}
                value={draft.model}
                onChange={(event) => set({ model: event.currentTarget.value })}
              />
            ) : null}
          </SimpleGrid>
          {hasProvider ? <Connection draft={draft} set={set} hint={settings.api_key_hint} /> : null}
          {hasProvider ? <Limits draft={draft} set={set} /> : null}
          {hasProvider ? (
            <Switch
              size="sm"
              label="Use this provider"
              description="Off: the built-in engine answers"
              checked={draft.enabled}
              onChange={(event) => set({ enabled: event.currentTarget.checked })}
            />
          ) : (
            <p className={classes.note}>Nothing is sent to other servers.</p>
          )}
          <FormProblem error={edit.error} />
          <Group justify="space-between" align="flex-start" gap="sm">
            <ProviderTest disabled={edit.isChanged || settings.provider === "none"} />
            <Button size="sm" type="submit" loading={edit.saving} disabled={!edit.isChanged}>
              Save
            </Button>
          </Group>
        </Stack>
      </RecordForm>
    </Panel>
  );
}

/** Fields that were emptied keep their stored value, because the server needs a number. */
function fieldsOf({ api_key, ...changes }: Partial<Draft>): AiFields {
  return { ...changes, ...(api_key ? { api_key } : {}) };
}

interface PartProps {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
}

function Connection({ draft, set, hint }: PartProps & { hint: string | null }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        size="sm"
        label="Address"
        description="Requests go to this server and to no other"
        placeholder={defaultAddresses[draft.provider]}
        maxLength={2000}
        value={draft.base_url}
        onChange={(event) => set({ base_url: event.currentTarget.value })}
      />
      <PasswordInput
        size="sm"
        label="API key"
        description={hint ? `Stored: ${hint}. Leave empty to keep it` : "Stored encrypted and never shown again"}
        autoComplete="off"
        maxLength={1000}
        value={draft.api_key}
        onChange={(event) => set({ api_key: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}

function Limits({ draft, set }: PartProps) {
  const whole = { size: "sm", allowDecimal: false, allowNegative: false } as const;
  const number = (name: "timeout_seconds" | "max_tokens_per_run" | "max_steps_per_run") => ({
    value: draft[name],
    onChange: (value: string | number) => (typeof value === "number" ? set({ [name]: value }) : undefined),
  });
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }}>
      <NumberInput {...whole} label="Timeout (seconds)" min={5} max={300} {...number("timeout_seconds")} />
      <NumberInput {...whole} label="Tokens per run" min={500} max={500_000} {...number("max_tokens_per_run")} />
      <NumberInput {...whole} label="Steps per run" min={1} max={30} {...number("max_steps_per_run")} />
      <NumberInput
        {...whole}
        label="Credits per month"
        placeholder="No budget"
        min={0}
        value={draft.monthly_credit_budget ?? ""}
        onChange={(value) => set({ monthly_credit_budget: typeof value === "number" ? value : null })}
      />
    </SimpleGrid>
  );
}

function ProviderTest({ disabled }: { disabled: boolean }) {
  const test = useTestProvider();
  return (
    <div className={classes.test}>
      <Button size="sm" variant="default" disabled={disabled} loading={test.isPending} onClick={() => test.mutate()}>
        Test provider
      </Button>
      <div role="status" aria-label="Test result">
        {test.data?.ok ? (
          <Alert color="teal" variant="light" p="xs">
            {test.data.model} answered in {test.data.duration_ms} ms: {test.data.answer}
          </Alert>
        ) : null}
        {test.data?.ok === false ? (
          <Alert color="red" variant="light" p="xs">
            {test.data.error}
          </Alert>
        ) : null}
        <FormProblem error={test.error} />
      </div>
    </div>
  );
}

import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FormProblem } from "../../ui/form-problem.tsx";
import { useOnceKey } from "../../ui/once-key.ts";
import { useExecute } from "../mutations.ts";
import { usePublishedParameters, usePublishedRunbooks, useRunbook } from "../queries.ts";
import { executeBody, firstValues, fits, type ParameterInputs, problemsByParameter, type RunInputs } from "./inputs.ts";
import { RunFields } from "./run-fields.tsx";

export interface ExecuteDialogProps {
  /** The chosen runbook; without it the dialog offers the published ones. */
  runbookId?: string | undefined;
  /** The incident that it is for, and its affected items, which decide what is offered first. */
  incident?: { id: string; items: readonly { name: string; class: string }[] } | undefined;
  /** The values of an earlier execution. */
  earlier?: { parameters: ParameterInputs; targets: string[] } | undefined;
  /** The action that Enter and the first look suggest. */
  suggests?: "execute" | "dry run";
  onClose: () => void;
}

/** Chooses a runbook, its parameters and targets, and starts it or its dry run. */
export function ExecuteDialog(props: ExecuteDialogProps) {
  const { incident, earlier, suggests = "execute", onClose } = props;
  const navigate = useNavigate();
  const execute = useExecute();
  const [runbookId, setRunbookId] = useState(props.runbookId);
  const runbook = useRunbook(runbookId ?? "", runbookId !== undefined).data;
  const [edit, setEdit] = useState<RunInputs>();
  const key = useOnceKey();
  // An execution runs the published version, whose parameters may differ from the edited ones.
  const published = usePublishedParameters(runbook);
  const parameters = published ?? runbook?.parameters ?? [];
  const inputs = edit ?? {
    values: firstValues(parameters, earlier?.parameters),
    targets: earlier && earlier.targets.length > 0 ? earlier.targets : undefined,
    incident: incident?.id,
  };
  const problems = execute.error ? problemsByParameter(execute.error.details) : {};
  const start = (dryRun: boolean) => {
    if (!runbookId) return;
    const body = executeBody(parameters, inputs, dryRun);
    execute.mutate(
      // A changed form is another request.
      { runbookId, body, key: `${key}${fingerprint(JSON.stringify([runbookId, body]))}` },
      {
        onSuccess: ({ reference }) => {
          onClose();
          void navigate({ to: "/executions/$reference", params: { reference } });
        },
      },
    );
  };
  const mayExecute = runbook?.status === "published";
  return (
    <Modal
      opened
      onClose={onClose}
      title={props.runbookId ? `Execute ${runbook?.name ?? "…"}` : "Execute a runbook"}
      size="lg"
      closeOnClickOutside={edit === undefined}
    >
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          start(suggests === "dry run" || !mayExecute);
        }}
      >
        <Stack gap="md">
          {props.runbookId === undefined ? (
            <RunbookChoice
              value={runbookId}
              items={incident?.items ?? []}
              onChange={(id) => {
                setRunbookId(id);
                setEdit(undefined);
                execute.reset();
              }}
            />
          ) : null}
          {runbook ? (
            <>
              {runbook.description ? <Text size="sm">{runbook.description}</Text> : null}
              <RunFields parameters={parameters} inputs={inputs} problems={problems} onChange={setEdit} />
              {runbook.has_changes && mayExecute ? (
                <Text size="xs" c="dimmed">
                  An execution runs version {runbook.published_version}. A dry run shows the edited version.
                </Text>
              ) : null}
            </>
          ) : null}
          <FormProblem error={Object.keys(problems).length > 0 ? null : execute.error} />
          <Group justify="flex-end" gap="sm">
            <Button size="sm" variant="default" mr="auto" onClick={onClose}>
              Cancel
            </Button>
            <Button
              size="sm"
              variant={suggests === "dry run" ? "filled" : "default"}
              disabled={!runbook || execute.isPending}
              onClick={() => start(true)}
            >
              Dry run
            </Button>
            <Button
              size="sm"
              variant={suggests === "execute" ? "filled" : "default"}
              disabled={!mayExecute}
              loading={execute.isPending}
              onClick={() => start(false)}
            >
              Execute
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** A short hash of a text. It only tells two requests of one dialog apart. */
function fingerprint(text: string): string {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}

interface RunbookChoiceProps {
  value: string | undefined;
  items: readonly { name: string; class: string }[];
  onChange: (id: string | undefined) => void;
}

/** The published runbooks. Those that fit the affected items come first. */
function RunbookChoice({ value, items, onChange }: RunbookChoiceProps) {
  const { data: runbooks = [], isPending } = usePublishedRunbooks();
  const options = (some: typeof runbooks) => some.map(({ id, name }) => ({ value: id, label: name }));
  const fitting = runbooks.filter((runbook) => fits(runbook, items));
  const others = runbooks.filter((runbook) => !fitting.includes(runbook));
  return (
    <Select
      label="Runbook"
      withAsterisk
      placeholder="Choose a runbook"
      description={!isPending && runbooks.length === 0 ? "No runbook is published yet." : undefined}
      data-autofocus
      searchable
      nothingFoundMessage="No published runbooks found"
      maxDropdownHeight={300}
      data={
        fitting.length > 0
          ? [
              { group: "For the affected items", items: options(fitting) },
              { group: "Other runbooks", items: options(others) },
            ]
          : options(others)
      }
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}

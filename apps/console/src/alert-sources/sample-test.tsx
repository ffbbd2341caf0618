import { Alert, Button, Stack, Textarea } from "@mantine/core";
import type { AlertIntegration, TestedAlert } from "@opsplane/contract";
import { IconFlask } from "@tabler/icons-react";
import { useState } from "react";
import { SeverityBadge } from "../records/severity-badge.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { DetailFacts } from "../ui/opening-list.tsx";
import { Panel } from "../ui/panel.tsx";
import { StatusMark } from "../ui/status-mark.tsx";
import classes from "./alert-sources.module.css";
import { type Sample, useTrySample } from "./queries.ts";
import { sampleOf } from "./setup.ts";
import { outcomeWords } from "./words.ts";

interface SampleTestProps {
  source: AlertIntegration;
  /** As the form has them; undefined while they have problems. */
  settings: Omit<Sample, "sample"> | undefined;
}

/** Shows what a body would become with the settings of the form. */
export function SampleTest({ source, settings }: SampleTestProps) {
  const [sample, setSample] = useState(() => sampleOf(source.type));
  const test = useTrySample(source.id);
  return (
    <Panel title="Test">
      <Stack gap="sm">
        <Textarea
          label="Body"
          description="Paste what the sender sends. Nothing is created."
          classNames={{ input: `mono ${classes.sample}` }}
          autosize
          minRows={8}
          maxRows={20}
          maxLength={256 * 1024}
          spellCheck={false}
          value={sample}
          onChange={(event) => setSample(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<IconFlask size={15} />}
          style={{ justifySelf: "start", alignSelf: "flex-start" }}
          loading={test.isPending}
          disabled={settings === undefined || sample.trim() === ""}
          onClick={() => test.mutate({ sample, ...settings })}
        >
          Test
        </Button>
        <FormProblem error={test.error} />
        <div role="status" aria-label="Test result">
          {test.data ? <Result {...test.data} /> : null}
        </div>
      </Stack>
    </Panel>
  );
}

function Result({ problem, alerts, total }: { problem: string | null; alerts: TestedAlert[]; total: number }) {
  if (problem !== null)
    return (
      <Alert color="red" variant="light" p="xs" title="The body would be refused">
        {problem}
      </Alert>
    );
  return (
    <>
      {total === 0 ? <p className="dim">The body has no alerts.</p> : null}
      <ul className={classes.tested} aria-label="Alerts of the body">
        {alerts.map((alert, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result is never reordered
          <li key={at}>
            <Tested alert={alert} />
          </li>
        ))}
      </ul>
      {total > alerts.length ? <p className="dim">And {total - alerts.length} more.</p> : null}
    </>
  );
}

function Tested({ alert }: { alert: TestedAlert }) {
  const { outcome, name, severity, summary, incident, reason, problems, configuration_items } = alert;
  const { word, look } = outcomeWords[outcome];
  return (
    <>
      <div className={classes.testedHead}>
        <StatusMark look={look}>{word}</StatusMark>
        {severity ? <SeverityBadge severity={severity} /> : null}
        <strong>{name}</strong>
      </div>
      {problems.length > 0 ? (
        <ul className={classes.problems}>
          {problems.map(({ path, message }) => (
            <li key={path + message}>
              <span className="mono">{path}</span> {message}
            </li>
          ))}
        </ul>
      ) : (
        <DetailFacts>
          <Fact name="Why" value={reason} />
          <Fact name="Summary" value={summary} />
          <Fact name="Incident" value={incident ? `${incident.reference ?? "New"}: ${incident.title}` : ""} />
          <Fact name="Key" value={alert.dedup_key ?? ""} />
          <Fact name="Labels" value={textOf(alert.labels)} />
          <Fact name="CIs" value={configuration_items.map((item) => item.name).join(", ")} />
          <Fact name="Link" value={alert.url ?? ""} />
          <Fact name="Start" value={alert.started_at ?? ""} />
        </DetailFacts>
      )}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  if (value === "") return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function textOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");
}

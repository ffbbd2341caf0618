import { Button, CloseButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import type { IngestHealth, TelemetryKind } from "@opsplane/contract";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useCan, useProfile } from "../session/context.tsx";
import { type Sender, sendersTo, useCreateCollector } from "../settings/index.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Copy } from "../ui/trace-id.tsx";
import classes from "./home.module.css";

interface Step {
  kind: TelemetryKind;
  title: string;
  /** The name of the sender whose configuration is shown. */
  sender: string;
}

const steps: readonly Step[] = [
  { kind: "traces", title: "Send traces with OpenTelemetry (OTLP)", sender: "OpenTelemetry" },
  { kind: "metrics", title: "Send metrics with Prometheus", sender: "Prometheus" },
  { kind: "logs", title: "Send logs", sender: "curl" },
];

const placeholder = "YOUR_TOKEN";

/** Whether this browser has no more use for the steps of this tenant. */
export function useStepsHidden() {
  const { tenant } = useProfile();
  const [areHidden, setHidden] = useLocalStorage({
    key: `opsplane-first-steps-hidden-${tenant.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return { areHidden, hide: () => setHidden(true) };
}

interface FirstStepsProps {
  signals: IngestHealth["signals"];
  onHide: () => void;
}

/** Guides the first sender. Each step ticks itself off when its data arrives. Hidden on the next visit once all have arrived. */
export function FirstSteps({ signals, onHide }: FirstStepsProps) {
  const can = useCan();
  const create = useCreateCollector();
  const [wasOpen] = useState(() => !isAllReceived(signals));
  useEffect(() => {
    if (!wasOpen) onHide();
  });
  if (!wasOpen) return null;
  const token = create.data?.token;
  const senders = sendersTo(window.location.origin, token ?? placeholder);
  const isDone = isAllReceived(signals);
  return (
    <section className={classes.steps} aria-label="First steps">
      <div className={classes.stepsHead}>
        <h2>{isDone ? "All signals arrive" : "Send your first telemetry"}</h2>
        {can("admin:collectors") && !token && !isDone ? (
          <Button loading={create.isPending} onClick={() => create.mutate({ name: "First steps" })}>
            Create token
          </Button>
        ) : null}
        {token ? (
          <span className={classes.token}>
            <span className="dim">Token</span> <code className="mono">{token}</code>
            <Copy text={token} what="token" />
          </span>
        ) : null}
        <CloseButton aria-label="Hide first steps" ml="auto" onClick={onHide} />
      </div>
      {token ? <p className={classes.none}>Copy the token now. You won't be able to see it again.</p> : null}
      {can("admin:collectors") ? null : (
        <p className={classes.none}>
          Ask an administrator for a collector token, and use it in place of {placeholder}.
        </p>
      )}
      <FormProblem error={create.error} />
      <ol className={classes.stepList}>
        {steps.map((step) => (
          <StepLine
            key={step.kind}
            step={step}
            isDone={signals.some(({ kind, received }) => kind === step.kind && received)}
            sender={senders.find(({ name }) => name === step.sender)}
          />
        ))}
      </ol>
    </section>
  );
}

function isAllReceived(signals: IngestHealth["signals"]): boolean {
  return steps.every((step) => signals.some(({ kind, received }) => kind === step.kind && received));
}

interface StepLineProps {
  step: Step;
  isDone: boolean;
  sender: Sender | undefined;
}

function StepLine({ step, isDone, sender }: StepLineProps) {
  return (
    <li className={classes.step} data-done={isDone}>
      <div className={classes.stepTitle}>
        {isDone ? (
          <IconCircleCheckFilled size={18} aria-label="Done" />
        ) : (
          <IconCircle size={18} aria-label="Waiting for data" />
        )}
        {step.title}
        <span className="dim">{isDone ? "Received" : "Waiting for data…"}</span>
      </div>
      {isDone || !sender ? null : (
        <>
          <p className={classes.none}>{sender.where}.</p>
          <div className={classes.snippet}>
            <pre>{sender.text}</pre>
            <Copy text={sender.text} what={`for ${sender.name}`} />
          </div>
        </>
      )}
    </li>
  );
}

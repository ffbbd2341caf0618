import type { ApprovalInstance, ApprovalStep, StepOutcome } from "@opsplane/contract";
import { type Icon, IconCheck, IconPlayerSkipForward, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { TimeText } from "../time/time.tsx";
import { Tag } from "../ui/tag.tsx";
import classes from "./chain.module.css";
import { approverWords, blockedWords, eligibleWords, outcomeWords, type StepState, stepState } from "./step-words.ts";

const outcomeIcons: Record<StepOutcome, Icon> = {
  approved: IconCheck,
  rejected: IconX,
  skipped: IconPlayerSkipForward,
};

interface ChainProps {
  instance: ApprovalInstance;
  /** The decision form, shown within the current step. */
  decision?: ReactNode;
}

/** The steps of an approval in order: decided, current and upcoming. */
export function Chain({ instance, decision }: ChainProps) {
  return (
    <ol className={classes.chain} aria-label="Approval steps">
      {instance.steps.map((step, index) => {
        const state = stepState(instance, step);
        const look = state.kind === "decided" ? state.result.result : state.kind;
        return (
          <li
            key={step.order}
            className={classes.step}
            data-look={look}
            {...(state.kind === "current" ? { "aria-current": "step" as const } : {})}
          >
            <Bullet number={index + 1} state={state} />
            <div className={classes.body}>
              <StepHead step={step} />
              <StepText instance={instance} state={state} />
              {state.kind === "current" ? decision : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Bullet({ number, state }: { number: number; state: StepState }) {
  const OutcomeIcon = state.kind === "decided" ? outcomeIcons[state.result.result] : undefined;
  return (
    <span className={classes.bullet} aria-hidden="true">
      {OutcomeIcon ? <OutcomeIcon size={13} stroke={2.4} /> : number}
    </span>
  );
}

function StepHead({ step }: { step: ApprovalStep }) {
  const who = approverWords(step);
  return (
    <div className={classes.head}>
      <span className={classes.name}>{step.name || who}</span>
      {step.name && step.name !== who ? <span className="dim">{who}</span> : null}
      {step.required ? null : <Tag>optional</Tag>}
    </div>
  );
}

function StepText({ instance, state }: { instance: ApprovalInstance; state: StepState }) {
  if (state.kind === "later") return <div className={classes.text}>Comes later</div>;
  if (state.kind === "never") return <div className={classes.text}>Not reached</div>;
  if (state.kind === "current")
    return instance.blocked === null ? (
      <div className={classes.text} title={instance.eligible.map(({ name }) => name).join(", ")}>
        Waiting for <b className={classes.who}>{eligibleWords(instance)}</b>
      </div>
    ) : (
      <div className={classes.stuck}>{blockedWords[instance.blocked]} Ask an admin to change the approvers.</div>
    );
  const { result, decided_by, decided_at, comment } = state.result;
  return (
    <>
      <div className={classes.text}>
        {outcomeWords[result]} by <b className={classes.who}>{decided_by}</b>, <TimeText at={decided_at} />
      </div>
      {comment ? <blockquote className={classes.comment}>{comment}</blockquote> : null}
    </>
  );
}

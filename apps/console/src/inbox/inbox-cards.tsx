import type { ApprovalInstance } from "@opsplane/contract";
import { useEffect, useRef, useState } from "react";
import { approverWords, DecisionForm } from "../approvals/index.ts";
import { useKeys } from "../keys/keys.tsx";
import { useCan } from "../session/context.tsx";
import { TimeText } from "../time/time.tsx";
import { PlainLink } from "../ui/links.tsx";
import { toastNote } from "../ui/toast.tsx";
import classes from "./inbox.module.css";
import { SubjectEssence } from "./subject-essence.tsx";

const linkId = (index: number) => `approval-${index}`;

/** One card for each pending approval. The focus follows the cursor; `a` and `r` decide its card. */
export function InboxCards({ instances }: { instances: readonly ApprovalInstance[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [cursor, setCursor] = useState({ id: "", index: 0 });
  const [moved, setMoved] = useState(0);
  const at = instances.findIndex(({ id }) => id === cursor.id);
  const moveTo = (index: number) => {
    const id = instances[index]?.id;
    if (id) setCursor({ id, index });
  };
  const move = (step: 1 | -1) => {
    // A decided card is gone, and the next one has its index.
    const from = at === -1 ? cursor.index - (step === 1 ? 1 : 0) : at;
    moveTo(Math.min(Math.max(from + step, 0), instances.length - 1));
    setMoved((times) => times + 1);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another move is what moves the focus
  useEffect(() => {
    if (moved > 0) document.getElementById(linkId(at))?.focus();
  }, [moved]);
  // The cursor does not advance by itself, so that a key held too long does not decide the next card.
  const gone = cursor.id !== "" && at === -1;
  useEffect(() => {
    if (gone) list.current?.focus();
  }, [gone]);
  const group = "Approvals";
  useKeys([
    { keys: "j", label: "Next", group, run: () => move(1) },
    { keys: "k", label: "Previous", group, run: () => move(-1) },
  ]);
  return (
    <ul ref={list} tabIndex={-1} data-quiet-focus className={classes.cards} aria-label="Pending my approval">
      {instances.map((instance, index) => (
        <Card key={instance.id} instance={instance} index={index} active={index === at} onEnter={() => moveTo(index)} />
      ))}
    </ul>
  );
}

interface CardProps {
  instance: ApprovalInstance;
  index: number;
  active: boolean;
  onEnter: () => void;
}

function Card({ instance, index, active, onEnter }: CardProps) {
  const can = useCan();
  const stepIndex = instance.steps.findIndex(({ order }) => order === instance.current_step);
  const step = instance.steps[stepIndex];
  return (
    <li className={classes.card} data-active={active} onFocusCapture={onEnter} aria-label={instance.subject_title}>
      <div className={classes.head}>
        <SubjectLink instance={instance} id={linkId(index)} />
        <span className={classes.reference}>{instance.subject_reference}</span>
      </div>
      <div className={classes.asks}>
        <span>
          {instance.subject_type === "request" ? "For" : "Requested by"} <b>{instance.requested_by}</b>,{" "}
          <TimeText at={instance.created_at} />
        </span>
        {step && instance.definition_id !== null ? (
          <span>
            Step {stepIndex + 1} of {instance.steps.length}: {step.name || approverWords(step)}
          </span>
        ) : null}
        {instance.definition_id === null ? null : <span>{instance.definition_name}</span>}
      </div>
      <SubjectEssence instance={instance} />
      {can("workflows:decide") && instance.may_decide ? (
        <DecisionForm key={instance.current_step} instance={instance} onLate={toastNote} keys={active} />
      ) : null}
    </li>
  );
}

export function SubjectLink({ instance, id }: { instance: ApprovalInstance; id?: string }) {
  const { subject_type, subject_reference: reference, subject_title } = instance;
  const shared = { className: classes.title, ...(id ? { id } : {}) };
  switch (subject_type) {
    case "change":
      return (
        <PlainLink to="/changes/$reference" params={{ reference }} {...shared}>
          {subject_title}
        </PlainLink>
      );
    case "request":
      return (
        <PlainLink to="/requests/$reference" params={{ reference }} {...shared}>
          {subject_title}
        </PlainLink>
      );
    case "execution":
      return (
        <PlainLink to="/executions/$reference" params={{ reference }} {...shared}>
          {subject_title}
        </PlainLink>
      );
    case "workflow_run":
      return (
        <PlainLink to="/workflows/runs/$reference" params={{ reference }} {...shared}>
          {subject_title}
        </PlainLink>
      );
  }
}

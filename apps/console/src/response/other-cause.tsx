import { Button } from "@mantine/core";
import type { Incident, Rca, RcaFeedback } from "@opsplane/contract";
import { useState } from "react";
import { useCan } from "../session/context.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { TextLink } from "../ui/links.tsx";
import { Tag } from "../ui/tag.tsx";
import classes from "./analysis-panel.module.css";
import { SaidBy, UndoButton, verdictWords } from "./verdict-line.tsx";

const OtherCauseDialog = lazyDialog(() => import("./other-cause-dialog.tsx"), "OtherCauseDialog");

interface OtherCauseProps {
  incident: Incident;
  rca: Rca;
  /** What it was, when a person said so. */
  feedback: RcaFeedback | undefined;
  mayWrite: boolean;
}

/** The cause that the analysis did not name, and the link to how often it does. */
export function OtherCause({ incident, rca, feedback, mayWrite }: OtherCauseProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {feedback ? (
        <Confirmed incident={incident} feedback={feedback} onEdit={mayWrite ? () => setOpen(true) : undefined} />
      ) : null}
      <span className={classes.foot}>
        {mayWrite && !feedback ? (
          <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
            {rca.causes.length > 0 ? "None of these was it" : "Name the cause"}
          </Button>
        ) : null}
        <TextLink to="/scorecard" size="xs" c="dimmed">
          How often is the analysis right?
        </TextLink>
      </span>
      {isOpen ? (
        <OtherCauseDialog incident={incident} rca={rca} feedback={feedback} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

interface ConfirmedProps {
  incident: Incident;
  feedback: RcaFeedback;
  onEdit: (() => void) | undefined;
}

function Confirmed({ incident, feedback, onEdit }: ConfirmedProps) {
  const mayOpen = useCan()("cmdb:read");
  const { cause, ci_id } = feedback;
  return (
    <div className={classes.cause}>
      <span className={classes.head}>
        <span className={classes.fixed}>Not named</span>
        {ci_id && mayOpen ? (
          <TextLink to="/cmdb/$id" params={{ id: ci_id }} inherit>
            {cause}
          </TextLink>
        ) : (
          <span>{cause}</span>
        )}
        <Tag tone="good">{verdictWords.confirmed}</Tag>
      </span>
      <SaidBy feedback={feedback} />
      {onEdit ? (
        <span className={classes.verdict}>
          <Button size="compact-xs" variant="subtle" onClick={onEdit} aria-label={`Edit: ${cause}`}>
            Edit
          </Button>
          <UndoButton incident={incident} feedback={feedback} />
        </span>
      ) : null}
    </div>
  );
}

import { Button } from "@mantine/core";
import type { Control } from "@opsplane/contract";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { StatusMark } from "../../ui/status-mark.tsx";
import classes from "./compliance.module.css";
import { EvidenceTable } from "./evidence-table.tsx";
import { attestable, stateLooks } from "./words.ts";

interface ControlListProps {
  controls: readonly Control[];
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
  /** Absent for people who may not attest. */
  onAttest?: (id: string) => void;
}

/** Every control with its finding. One opens at a time and shows its evidence. */
export function ControlList({ controls, opened, onOpen, onAttest }: ControlListProps) {
  return (
    <ul className={classes.controls} aria-label="Controls">
      {controls.map((control) => {
        const isOpen = control.id === opened;
        const Arrow = isOpen ? IconChevronDown : IconChevronRight;
        return (
          <li key={control.id}>
            <button
              type="button"
              className={classes.control}
              aria-expanded={isOpen}
              onClick={() => onOpen(isOpen ? undefined : control.id)}
            >
              <Arrow size={14} aria-hidden="true" />
              <span className={classes.name}>
                {control.name}
                <span className={classes.finding}>{control.finding}</span>
              </span>
              <StatusMark look={stateLooks[control.state]}>{stateLooks[control.state].word}</StatusMark>
            </button>
            {isOpen ? <ControlDetails control={control} onAttest={onAttest} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

function ControlDetails({ control, onAttest }: { control: Control; onAttest: ControlListProps["onAttest"] }) {
  const { id, name, about, evidence, checked } = control;
  return (
    <div className={classes.details}>
      <p className={classes.about}>{about}</p>
      {attestable.includes(id) && onAttest ? (
        <div>
          <Button size="compact-sm" variant="default" aria-label={`Attest: ${name}`} onClick={() => onAttest(id)}>
            Attest
          </Button>
        </div>
      ) : null}
      {evidence.length > 0 ? (
        <>
          <EvidenceTable label={`Evidence of: ${name}`} evidence={evidence} />
          {checked > evidence.length ? (
            <p className={classes.about}>
              {evidence.length} of {checked.toLocaleString("en")} records are shown, violations first.
            </p>
          ) : null}
        </>
      ) : (
        <p className={classes.about}>There is no evidence.</p>
      )}
    </div>
  );
}

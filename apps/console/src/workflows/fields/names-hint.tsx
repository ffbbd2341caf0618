import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import classes from "./fields.module.css";

interface NamesHintProps {
  names: readonly string[];
  /** Templates write names in braces, expressions without. */
  braces?: boolean;
  onInsert: (text: string) => void;
}

/** The values that an expression or text can use. A click adds one. */
export function NamesHint({ names, braces = false, onInsert }: NamesHintProps) {
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes.names}>
      <UnstyledButton className={classes.hint ?? ""} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {opened ? "Hide values" : `Insert a value (${names.length})`}
      </UnstyledButton>
      {opened ? (
        <ul className={classes.nameList} aria-label="Available values">
          {names.map((name) => (
            <li key={name}>
              <UnstyledButton
                className={`${classes.chip} mono`}
                onClick={() => onInsert(braces ? `{{ ${name} }}` : name)}
              >
                {name}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

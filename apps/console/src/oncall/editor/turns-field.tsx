import { Input } from "@mantine/core";
import { PersonSelect } from "../../directory/person-select.tsx";
import { usePeople } from "../../directory/queries.ts";
import { altArrow, keepFocus } from "../../ui/keep-focus.ts";
import { MoveTools } from "../move-tools.tsx";
import { PersonMark } from "../people/person-mark.tsx";
import classes from "./editor.module.css";
import { moved, nextKey, type Turn } from "./schedule-draft.ts";

interface TurnsFieldProps {
  turns: readonly Turn[];
  layer: string;
  problem: string | undefined;
  colorOf: (id: string | undefined) => string;
  onChange: (turns: Turn[]) => void;
}

/** The people of a layer in the order of their turns. Alt with an arrow moves the focused one. */
export function TurnsField({ turns, layer, problem, colorOf, onChange }: TurnsFieldProps) {
  const people = usePeople("").data?.items ?? [];
  return (
    <Input.Wrapper label="People, in the order of their turns" error={problem}>
      <ol className={classes.turns} aria-label={`People of ${layer}`}>
        {turns.map(({ key, person }, index) => {
          const move = (step: 1 | -1) => keepFocus(() => onChange(moved(turns, index, step)));
          return (
            <li key={key} className={classes.turn} onKeyDown={(event) => altArrow(event, move)}>
              <PersonMark person={person} color={colorOf(person.id)} />
              <MoveTools
                name={person.name}
                isFirst={index === 0}
                isLast={index === turns.length - 1}
                onMove={move}
                onRemove={() => onChange(turns.filter((each) => each.key !== key))}
              />
            </li>
          );
        })}
      </ol>
      <PersonSelect
        // A new field after each choice, because it only adds.
        key={turns.length}
        aria-label={`Add person to ${layer}`}
        placeholder="Add person…"
        value={null}
        disabled={turns.length >= 100}
        onChange={(id) => {
          const person = people.find((each) => each.id === id);
          if (person) onChange([...turns, { key: nextKey(turns), person }]);
        }}
      />
    </Input.Wrapper>
  );
}

import type { DirectoryUser } from "@opsplane/contract";
import type { CSSProperties } from "react";
import { useProfile } from "../../session/context.tsx";
import { initialsOf } from "../../ui/initials.ts";
import { Tag } from "../../ui/tag.tsx";
import classes from "./person-mark.module.css";

interface PersonMarkProps {
  person: DirectoryUser;
  color: string;
  large?: boolean;
}

/** A person with initials in the color that the timeline uses, marked when it is you. */
export function PersonMark({ person, color, large = false }: PersonMarkProps) {
  const { user } = useProfile();
  const style: CSSProperties & { "--person": string } = { "--person": color };
  return (
    <span className={classes.person} data-large={large} style={style} title={person.email}>
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(person.name)}
      </span>
      <span className="truncate">{person.name}</span>
      {person.id === user.id ? <Tag tone="notice">you</Tag> : null}
    </span>
  );
}

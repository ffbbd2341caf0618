import type { Mute } from "@opsplane/contract";
import { IconBellOff } from "@tabler/icons-react";
import { TimeText } from "../time/time.tsx";
import { TextLink } from "../ui/links.tsx";
import classes from "./alerts.module.css";

const reasonWords: Record<Mute["reason"], string> = {
  silence: "Silence",
  maintenance: "Maintenance window",
  change: "Change",
};

/** What mutes an alert, with a link, and until when. */
export function MutedBy({ muted }: { muted: Mute }) {
  const { reason, id, name, until } = muted;
  const words = name.trim() === "" ? reasonWords[reason] : name;
  return (
    <span className={classes.muted}>
      <IconBellOff size={14} aria-hidden="true" />
      <span>
        {reason === "change" ? (
          <TextLink to="/changes/$reference" params={{ reference: name || id }} inherit>
            {reasonWords.change} {name}
          </TextLink>
        ) : (
          <TextLink to="/alerts/silences" search={{ edit: id }} inherit title={reasonWords[reason]}>
            {words}
          </TextLink>
        )}
        {until ? (
          <span className="dim">
            {" "}
            until <TimeText at={until} as="short" />
          </span>
        ) : null}
      </span>
    </span>
  );
}

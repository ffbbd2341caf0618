import { IconPlus } from "@tabler/icons-react";
import { useCan } from "../session/context.tsx";
import { ButtonLink, PlainLink } from "../ui/links.tsx";
import classes from "./reports.module.css";
import { starters } from "./starters.ts";

export function NewReportButton() {
  return useCan()("reports:write") ? (
    <ButtonLink to="/reports/new" leftSection={<IconPlus size={15} />}>
      New report
    </ButtonLink>
  ) : null;
}

/** Ready-made reports to begin with. */
export function StarterLinks() {
  if (!useCan()("reports:write")) return null;
  return (
    <ul className={classes.starters} aria-label="Starting points">
      {starters.map(({ key, name, hint }) => (
        <li key={key}>
          <PlainLink to="/reports/new" search={{ start: key }} className={classes.starter}>
            <b>{name}</b>
            <span>{hint}</span>
          </PlainLink>
        </li>
      ))}
    </ul>
  );
}

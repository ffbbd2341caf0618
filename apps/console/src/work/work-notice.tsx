import { IconProgressAlert } from "@tabler/icons-react";
import { TextLink } from "../ui/links.tsx";
import { useSetAsideCount } from "./queries.ts";
import classes from "./work.module.css";

/** For admins: that work failed for good and waits for them. */
export function WorkNotice() {
  const count = useSetAsideCount();
  if (count === 0) return null;
  return (
    <div className={classes.notice} role="alert">
      <IconProgressAlert size={18} aria-hidden="true" />
      <span>
        <b>{count === 1 ? "1 background job was set aside." : `${count} background jobs were set aside.`}</b> Nothing
        tries {count === 1 ? "it" : "them"} again until you decide under{" "}
        <TextLink to="/settings/work" search={{ only: "set_aside" }}>
          Failed work
        </TextLink>
        .
      </span>
    </div>
  );
}

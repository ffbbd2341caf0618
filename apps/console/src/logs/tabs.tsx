import { PlainLink } from "../ui/links.tsx";
import classes from "./patterns.module.css";

const tabs = { records: "Records", patterns: "Patterns" } as const;
export type LogTab = keyof typeof tabs;

export function tabOf(written: string | undefined): LogTab {
  return written === "patterns" ? written : "records";
}

/** The views of the matching records. */
export function TabLinks({ chosen }: { chosen: LogTab }) {
  return (
    <nav className={classes.tabs} aria-label="Views">
      {(["records", "patterns"] as const).map((tab) => (
        <PlainLink
          key={tab}
          to="/logs"
          search={(now) => ({ ...now, tab: tab === "records" ? undefined : tab, record: undefined, live: undefined })}
          className={classes.tab ?? ""}
          data-chosen={tab === chosen}
          aria-current={tab === chosen ? "page" : undefined}
        >
          {tabs[tab]}
        </PlainLink>
      ))}
    </nav>
  );
}

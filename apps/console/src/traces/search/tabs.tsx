import { PlainLink } from "../../ui/links.tsx";
import { wordsOf } from "../../ui/words.ts";
import classes from "./results.module.css";

const tabs = ["traces", "errors", "differences"] as const;
type Tab = (typeof tabs)[number];

const labels: Record<Tab, string> = { traces: "Traces", errors: "Errors", differences: "Differences" };

export function tabOf(written: string | undefined): Tab {
  return wordsOf(tabs, written)[0] ?? "traces";
}

export function TabLinks({ chosen }: { chosen: Tab }) {
  return (
    <nav className={classes.tabs} aria-label="Results">
      {tabs.map((tab) => (
        <PlainLink
          key={tab}
          to="/traces"
          search={(now) => ({ ...now, tab: tab === "traces" ? undefined : tab })}
          className={classes.tab ?? ""}
          data-chosen={tab === chosen}
          aria-current={tab === chosen ? "page" : undefined}
          resetScroll={false}
        >
          {labels[tab]}
        </PlainLink>
      ))}
    </nav>
  );
}

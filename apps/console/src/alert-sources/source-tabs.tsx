import { PlainLink } from "../ui/links.tsx";
import page from "../ui/list-page.module.css";
import classes from "./alert-sources.module.css";

const tabs = { events: "Events", settings: "Settings and test", setup: "Setup" } as const;
export type SourceTab = keyof typeof tabs;
const order: readonly SourceTab[] = ["events", "settings", "setup"];

export function tabIn(written: string | undefined): SourceTab {
  return order.find((tab) => tab === written) ?? "events";
}

/** The tabs as links, so that each can be shared. */
export function SourceTabs({ id, tab }: { id: string; tab: SourceTab }) {
  return (
    <nav className={classes.tabs} aria-label="Parts of this alert source">
      {order.map((each) => (
        <PlainLink
          key={each}
          to="/settings/alert-sources/$id"
          params={{ id }}
          search={each === "events" ? {} : { tab: each }}
          resetScroll={false}
          className={page.view}
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          data-chosen={each === tab}
          aria-current={each === tab ? "page" : undefined}
        >
          {tabs[each]}
        </PlainLink>
      ))}
    </nav>
  );
}

import type { ConfigItem } from "@opsplane/contract";
import { PlainLink } from "../ui/links.tsx";
import page from "../ui/list-page.module.css";
import classes from "./item-page.module.css";

const tabs = { overview: "Overview", impact: "Impact", relations: "Relationships", history: "History" } as const;
export type ItemTab = keyof typeof tabs;
const order: readonly ItemTab[] = ["overview", "impact", "relations", "history"];

export function tabIn(written: string | undefined): ItemTab {
  return order.find((tab) => tab === written) ?? "overview";
}

/** The tabs of an item as links, so that each can be shared. */
export function ItemTabs({ item, tab }: { item: ConfigItem; tab: ItemTab }) {
  return (
    <nav className={classes.tabs} aria-label="Parts of this item">
      {order.map((each) => (
        <PlainLink
          key={each}
          to="/cmdb/$id"
          params={{ id: item.id }}
          search={each === "overview" ? {} : { tab: each }}
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

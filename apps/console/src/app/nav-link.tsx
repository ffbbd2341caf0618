import { Tooltip, VisuallyHidden } from "@mantine/core";
import { IconPin, IconPinFilled } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { type RangeSearch, rangeOf } from "../time/use-range.ts";
import { PlainLink } from "../ui/links.tsx";
import { type Page, pageAt } from "./features.ts";
import classes from "./sidebar.module.css";

export interface Pinning {
  pinned: readonly Page[];
  toggle: (page: Page) => void;
}

interface NavLinkProps {
  page: Page;
  /** Absent for a link that cannot be pinned. */
  pins: Pinning | undefined;
  rail: boolean;
}

export function NavLink({ page, pins, rail }: NavLinkProps) {
  const count = useWaiting(page);
  const { countWord = "pending" } = page;
  const isCurrent = pageAt(useLocation().pathname)?.to === page.to;
  const name = count > 0 ? `${page.label}, ${count} ${countWord}` : page.label;
  const link = (
    <PlainLink
      to={page.to}
      search={searchFor(page)}
      className={classes.link}
      activeProps={{ "aria-current": "page" }}
      // The router would mark every page whose path begins the address.
      activeOptions={{ includeSearch: false, exact: !isCurrent || page.to === "/" }}
      {...(rail ? { "aria-label": name } : {})}
    >
      <page.icon size={17} stroke={1.7} aria-hidden="true" />
      {rail ? null : <span className="truncate">{page.label}</span>}
      {count > 0 ? <Count count={count} word={countWord} rail={rail} /> : null}
    </PlainLink>
  );
  return (
    <div className={classes.item}>
      {rail ? (
        <Tooltip label={name} position="right" events={{ hover: true, focus: true, touch: false }}>
          {link}
        </Tooltip>
      ) : (
        link
      )}
      {pins && !rail ? <PinButton page={page} pins={pins} /> : null}
    </div>
  );
}

function PinButton({ page, pins }: { page: Page; pins: Pinning }) {
  const pinned = pins.pinned.includes(page);
  return (
    <button
      type="button"
      className={classes.pin}
      aria-pressed={pinned}
      aria-label={`Pin ${page.label}`}
      title={pinned ? "Unpin" : "Pin to the top"}
      onClick={() => pins.toggle(page)}
    >
      {pinned ? <IconPinFilled size={14} /> : <IconPin size={14} />}
    </button>
  );
}

function Count({ count, word, rail }: { count: number; word: string; rail: boolean }) {
  if (rail) return <span className={classes.dot} aria-hidden="true" />;
  return (
    <span className={classes.count}>
      {count > 99 ? "99+" : count}
      <VisuallyHidden> {word}</VisuallyHidden>
    </span>
  );
}

/** The search of a link to a page: the time range goes along from page to page. */
export function searchFor({ keepsRange }: Page) {
  return (current: RangeSearch) => (keepsRange ? rangeOf(current) : {});
}

const noCount = () => 0;

/** Counts the records that wait for this person on a page. */
export function useWaiting({ useCount = noCount }: Page): number {
  return useCount();
}

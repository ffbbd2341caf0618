import { UnstyledButton } from "@mantine/core";
import { IconMenu2, IconSearch } from "@tabler/icons-react";
import { PlainLink } from "../ui/links.tsx";
import classes from "./bottom-bar.module.css";
import type { Page } from "./features.ts";
import { useWaiting } from "./nav-link.tsx";

interface BottomBarProps {
  pages: readonly Page[];
  onSearch: () => void;
  onMore: () => void;
}

const maxPages = 3;

/** The navigation at the bottom of phone screens. */
export function BottomBar({ pages, onSearch, onMore }: BottomBarProps) {
  return (
    <nav className={classes.bar} aria-label="Quick access">
      {pages
        .filter(({ onPhone }) => onPhone)
        .slice(0, maxPages)
        .map((page) => (
          <BarLink key={page.to} page={page} />
        ))}
      <UnstyledButton className={classes.item} onClick={onSearch}>
        <IconSearch size={20} stroke={1.7} aria-hidden="true" />
        Search
      </UnstyledButton>
      <UnstyledButton className={classes.item} onClick={onMore}>
        <IconMenu2 size={20} stroke={1.7} aria-hidden="true" />
        More
      </UnstyledButton>
    </nav>
  );
}

function BarLink({ page }: { page: Page }) {
  const count = useWaiting(page);
  return (
    <PlainLink
      to={page.to}
      className={classes.item}
      activeProps={{ "aria-current": "page" }}
      activeOptions={{ includeSearch: false, exact: page.to === "/" }}
    >
      <page.icon size={20} stroke={1.7} aria-hidden="true" />
      {page.label}
      {count > 0 ? <span className={classes.count}>{count > 99 ? "99+" : count}</span> : null}
    </PlainLink>
  );
}

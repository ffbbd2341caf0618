import { ActionIcon, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { Fragment } from "react";
import { PlainLink } from "../ui/links.tsx";
import type { Page } from "./features.ts";
import classes from "./navigation.module.css";

interface NavigationProps {
  pages: readonly Page[];
  collapsed: boolean;
  onFold?: () => void;
}

export function Navigation({ pages, collapsed, onFold }: NavigationProps) {
  const groups = [...new Set(pages.map(({ group }) => group))];
  return (
    <div className={classes.nav}>
      {groups.map((group, index) => (
        <Fragment key={group}>
          {collapsed ? index > 0 && <div className={classes.divider} /> : <div className={classes.group}>{group}</div>}
          {pages
            .filter((page) => page.group === group)
            .map((page) => (
              <NavigationLink key={page.to} page={page} collapsed={collapsed} />
            ))}
        </Fragment>
      ))}
      {onFold ? (
        <Tooltip label={collapsed ? "Unfold" : "Fold"} position="right">
          <ActionIcon
            className={classes.fold}
            size={30}
            onClick={onFold}
            aria-label={collapsed ? "Unfold the navigation" : "Fold the navigation"}
          >
            {collapsed ? <IconLayoutSidebarLeftExpand size={17} /> : <IconLayoutSidebarLeftCollapse size={17} />}
          </ActionIcon>
        </Tooltip>
      ) : null}
    </div>
  );
}

function NavigationLink({ page, collapsed }: { page: Page; collapsed: boolean }) {
  const { useCount = noCount } = page;
  const waiting = useCount();
  const name = waiting > 0 ? `${page.label}, ${waiting} waiting for you` : page.label;
  return (
    <Tooltip label={name} position="right" disabled={!collapsed}>
      <PlainLink
        to={page.to}
        className={classes.link}
        activeProps={{ "aria-current": "page" }}
        activeOptions={{ includeSearch: false }}
        {...(collapsed ? { "aria-label": name } : {})}
      >
        <page.icon size={17} stroke={1.7} aria-hidden="true" />
        {collapsed ? null : page.label}
        {waiting > 0 ? <Waiting count={waiting} collapsed={collapsed} /> : null}
      </PlainLink>
    </Tooltip>
  );
}

function Waiting({ count, collapsed }: { count: number; collapsed: boolean }) {
  if (collapsed) return <span className={classes.dot} aria-hidden="true" />;
  return (
    <span className={classes.count}>
      {count > 99 ? "99+" : count}
      <VisuallyHidden> waiting for you</VisuallyHidden>
    </span>
  );
}

const noCount = () => 0;

import { ActionIcon, Tooltip } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { Fragment } from "react";
import { PlainLink } from "../ui/links.tsx";
import classes from "./navigation.module.css";
import type { Place } from "./places.ts";

interface NavigationProps {
  places: readonly Place[];
  collapsed: boolean;
  onFold?: () => void;
}

export function Navigation({ places, collapsed, onFold }: NavigationProps) {
  const groups = [...new Set(places.map(({ group }) => group))];
  return (
    <div className={classes.nav}>
      {groups.map((group, index) => (
        <Fragment key={group}>
          {collapsed ? index > 0 && <div className={classes.divider} /> : <div className={classes.group}>{group}</div>}
          {places
            .filter((place) => place.group === group)
            .map((place) => (
              <NavigationLink key={place.to} place={place} collapsed={collapsed} />
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

function NavigationLink({ place, collapsed }: { place: Place; collapsed: boolean }) {
  return (
    <Tooltip label={place.label} position="right" disabled={!collapsed}>
      <PlainLink
        to={place.to}
        className={classes.link}
        activeProps={{ "aria-current": "page" }}
        activeOptions={{ includeSearch: false }}
        {...(collapsed ? { "aria-label": place.label } : {})}
      >
        <place.icon size={17} stroke={1.7} aria-hidden="true" />
        {collapsed ? null : place.label}
      </PlainLink>
    </Tooltip>
  );
}

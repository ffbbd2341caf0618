import { ActionIcon, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { Fragment } from "react";
import { useWaitingCount } from "../approvals/queries.ts";
import { useCan } from "../session/context.tsx";
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
  const waiting = useWaiting(place);
  const name = waiting > 0 ? `${place.label}, ${waiting} waiting for you` : place.label;
  return (
    <Tooltip label={name} position="right" disabled={!collapsed}>
      <PlainLink
        to={place.to}
        className={classes.link}
        activeProps={{ "aria-current": "page" }}
        activeOptions={{ includeSearch: false }}
        {...(collapsed ? { "aria-label": name } : {})}
      >
        <place.icon size={17} stroke={1.7} aria-hidden="true" />
        {collapsed ? null : place.label}
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

/** How much waits for this person at a place: only decisions do. */
function useWaiting({ to }: Place): number {
  const mayDecide = useCan()("workflows:decide");
  const asked = to === "/approvals" && mayDecide;
  const count = useWaitingCount(asked);
  return asked ? (count ?? 0) : 0;
}

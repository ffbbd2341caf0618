import { ActionIcon, Tooltip, UnstyledButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import {
  IconArrowLeft,
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
} from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { mainGroups, settingsSections } from "../feature/navigation.ts";
import { type Page, pageAt } from "./features.ts";
import { NavLink, type Pinning } from "./nav-link.tsx";
import classes from "./sidebar.module.css";
import type { BackLink } from "./use-area.ts";

interface SidebarProps {
  pages: readonly Page[];
  pins: Pinning;
  /** Only icons. */
  rail?: boolean;
  /** Absent when the width of the window decides. */
  onFold?: (() => void) | undefined;
}

/** The main navigation: pinned pages, the groups, and the settings at the bottom. */
export function Sidebar({ pages, pins, rail = false, onFold }: SidebarProps) {
  const [closed, setClosed] = useLocalStorage<string[]>({
    key: "opsplane-nav-closed",
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const settings = pages.find(({ group }) => isSection(group));
  const groups = [
    { name: "Pinned", items: pins.pinned },
    ...mainGroups.map((name) => ({
      name,
      items: pages.filter((page) => page.group === name && !pins.pinned.includes(page)),
    })),
  ].filter(({ items }) => items.length > 0);
  return (
    <div className={classes.nav} data-rail={rail}>
      <Pages>
        {groups.map(({ name, items }) => (
          <NavGroup
            key={name}
            name={name}
            items={items}
            pins={pins}
            rail={rail}
            open={!closed.includes(name)}
            onToggle={() =>
              setClosed(closed.includes(name) ? closed.filter((other) => other !== name) : [...closed, name])
            }
          />
        ))}
      </Pages>
      <div className={classes.foot}>
        {settings ? (
          <NavLink page={{ ...settings, label: "Settings", icon: IconSettings }} pins={undefined} rail={rail} />
        ) : null}
        {onFold ? <FoldButton rail={rail} onFold={onFold} /> : null}
      </div>
    </div>
  );
}

/** The list of pages. It scrolls to the current page where the window is too low for all of them. */
function Pages({ children }: { children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link
  useEffect(() => {
    list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <div ref={list} className={classes.scroll}>
      {children}
    </div>
  );
}

interface NavGroupProps extends Required<Pick<SidebarProps, "pins" | "rail">> {
  name: string;
  items: readonly Page[];
  open: boolean;
  onToggle: () => void;
}

/** A closed group still shows the current page. */
function NavGroup({ name, items, pins, rail, open, onToggle }: NavGroupProps) {
  const id = useId();
  const { pathname } = useLocation();
  // A group of one page with the same name needs no heading.
  const headed = !rail && items.some(({ label }) => label !== name);
  const shown = open || !headed ? items : items.filter((page) => page === pageAt(pathname));
  return (
    <div className={classes.group}>
      {headed ? (
        <UnstyledButton
          id={id}
          className={classes.heading}
          aria-expanded={open}
          aria-controls={`${id}-pages`}
          onClick={onToggle}
        >
          {name}
          <IconChevronDown className={classes.chevron} size={13} aria-hidden="true" />
        </UnstyledButton>
      ) : null}
      <ul
        id={`${id}-pages`}
        className={classes.list}
        {...(headed ? { "aria-labelledby": id } : { "aria-label": name })}
      >
        {shown.map((page) => (
          <li key={page.to}>
            <NavLink page={page} pins={pins} rail={rail} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SettingsSidebarProps extends SidebarProps {
  back: BackLink;
  /** Of the Tenant Plane. */
  version: string;
}

/** The side list of the settings area, in place of the main navigation. */
export function SettingsSidebar({ pages, pins, rail = false, onFold, back, version }: SettingsSidebarProps) {
  const sections = settingsSections
    .map((name) => ({ name, items: pages.filter(({ group }) => group === name) }))
    .filter(({ items }) => items.length > 0);
  return (
    <div className={classes.nav} data-rail={rail}>
      <Pages>
        <Tooltip label="Back" position="right" disabled={!rail}>
          <a className={classes.link} href={back.href} onClick={back.onClick} aria-label="Back">
            <IconArrowLeft size={17} stroke={1.7} aria-hidden="true" />
            {rail ? null : "Back"}
          </a>
        </Tooltip>
        {rail ? null : <div className={classes.area}>Settings</div>}
        {sections.map(({ name, items }) => (
          <SettingsSection key={name} name={name} items={items} pins={pins} rail={rail} />
        ))}
      </Pages>
      <div className={classes.foot}>
        {rail ? null : <span className={classes.version}>Opsplane {version}</span>}
        {onFold ? <FoldButton rail={rail} onFold={onFold} /> : null}
      </div>
    </div>
  );
}

function SettingsSection({ name, items, pins, rail }: Omit<NavGroupProps, "open" | "onToggle">) {
  const id = useId();
  // A section of one page with the same name needs no heading.
  const headed = !rail && items.some(({ label }) => label !== name);
  return (
    <div className={classes.group}>
      {headed ? (
        <div id={id} className={classes.heading}>
          {name}
        </div>
      ) : null}
      <ul className={classes.list} {...(headed ? { "aria-labelledby": id } : { "aria-label": name })}>
        {items.map((page) => (
          <li key={page.to}>
            <NavLink page={page} pins={pins} rail={rail} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function FoldButton({ rail, onFold }: { rail: boolean; onFold: () => void }) {
  const label = rail ? "Expand sidebar" : "Collapse sidebar";
  return (
    <Tooltip label={label} position="right" events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon size={30} onClick={onFold} aria-label={label}>
        {rail ? <IconLayoutSidebarLeftExpand size={17} /> : <IconLayoutSidebarLeftCollapse size={17} />}
      </ActionIcon>
    </Tooltip>
  );
}

export function isSection(group: Page["group"]): boolean {
  return settingsSections.some((section) => section === group);
}

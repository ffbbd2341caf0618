import { ActionIcon, Kbd, Tooltip, UnstyledButton } from "@mantine/core";
import type { Profile } from "@opsplane/contract";
import { IconKeyboard, IconMenu2, IconSearch } from "@tabler/icons-react";
import { useClock } from "../time/time.tsx";
import { PlainLink } from "../ui/links.tsx";
import { Logo } from "../ui/logo.tsx";
import { LiveIndicator } from "./live-indicator.tsx";
import { SchemeMenu } from "./scheme-menu.tsx";
import classes from "./top-bar.module.css";
import { UserMenu } from "./user-menu.tsx";

interface TopBarProps {
  profile: Profile;
  onMenu: () => void;
  onSearch: () => void;
  onHelp: () => void;
}

export function TopBar({ profile, onMenu, onSearch, onHelp }: TopBarProps) {
  return (
    <header className={classes.bar}>
      <ActionIcon className={classes.narrow} size={34} onClick={onMenu} aria-label="Open the navigation">
        <IconMenu2 size={19} />
      </ActionIcon>
      <PlainLink to="/incidents" className={classes.brand} aria-label="Opsplane, to the incidents">
        <Logo size={22} />
        <span className={classes.wide}>Opsplane</span>
      </PlainLink>
      <span className={`${classes.tenant} truncate`} title={`Tenant ${profile.tenant.id}`}>
        {profile.tenant.name}
      </span>
      <div className={classes.middle}>
        <UnstyledButton className={`${classes.search} ${classes.wide}`} onClick={onSearch}>
          <IconSearch size={15} aria-hidden="true" />
          <span>Search or jump to…</span>
          <Kbd size="xs">{commandKey()} K</Kbd>
        </UnstyledButton>
      </div>
      <ActionIcon className={classes.narrow} size={34} onClick={onSearch} aria-label="Search or jump to">
        <IconSearch size={18} />
      </ActionIcon>
      <LiveIndicator />
      <TimeToggle />
      <Tooltip label="Keys (?)">
        <ActionIcon className={classes.wide} size={30} onClick={onHelp} aria-label="Show the keys">
          <IconKeyboard size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <span className={classes.wide}>
        <SchemeMenu />
      </span>
      <UserMenu profile={profile} />
    </header>
  );
}

function TimeToggle() {
  const { mode, setMode } = useClock();
  return (
    <Tooltip label={mode === "utc" ? "Times are in UTC; show local" : "Times are local; show UTC"}>
      <ActionIcon
        className={`${classes.wide} mono`}
        size={30}
        w={50}
        aria-label={mode === "utc" ? "UTC times; show local ones" : "Local times; show UTC"}
        onClick={() => setMode(mode === "utc" ? "local" : "utc")}
      >
        {mode === "utc" ? "UTC" : "Local"}
      </ActionIcon>
    </Tooltip>
  );
}

function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";
}

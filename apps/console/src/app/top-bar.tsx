import { ActionIcon, Kbd, Tooltip, UnstyledButton } from "@mantine/core";
import type { Profile } from "@opsplane/contract";
import { IconKeyboard, IconSearch } from "@tabler/icons-react";
import { CopilotButton } from "../copilot/index.ts";
import { useClock } from "../time/time.tsx";
import bar from "../ui/bar.module.css";
import { PlainLink } from "../ui/links.tsx";
import { Logo } from "../ui/logo.tsx";
import { SchemeMenu } from "../ui/scheme-menu.tsx";
import { LiveIndicator } from "./live-indicator.tsx";
import classes from "./top-bar.module.css";
import { UserMenu } from "./user-menu.tsx";

interface TopBarProps {
  profile: Profile;
  onSearch: () => void;
  onHelp: () => void;
}

export function TopBar({ profile, onSearch, onHelp }: TopBarProps) {
  return (
    <header className={bar.bar}>
      <PlainLink to="/" className={bar.brand} aria-label="Opsplane home">
        <Logo size={22} />
        <span className={bar.wide}>Opsplane</span>
      </PlainLink>
      <span className={`${bar.tenant} truncate`} title={`Organization ${profile.tenant.id}`}>
        {profile.tenant.name}
      </span>
      <div className={classes.middle}>
        <UnstyledButton className={`${classes.search} ${bar.wide}`} onClick={onSearch}>
          <IconSearch size={15} aria-hidden="true" />
          <span>Search or type a command…</span>
          <Kbd size="xs">{commandKey()} K</Kbd>
        </UnstyledButton>
      </div>
      <CopilotButton />
      <LiveIndicator />
      <TimeToggle />
      <Tooltip label="Keyboard shortcuts (?)">
        <ActionIcon className={bar.wide} size={30} onClick={onHelp} aria-label="Keyboard shortcuts">
          <IconKeyboard size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <span className={bar.wide}>
        <SchemeMenu />
      </span>
      <UserMenu profile={profile} />
    </header>
  );
}

function TimeToggle() {
  const { mode, setMode } = useClock();
  return (
    <Tooltip label={mode === "utc" ? "Times in UTC. Switch to local time" : "Times in local time. Switch to UTC"}>
      <ActionIcon
        className={`${bar.wide} mono`}
        size={30}
        w={50}
        aria-label={mode === "utc" ? "UTC. Switch to local time" : "Local time. Switch to UTC"}
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

import { ActionIcon, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKeyboard, IconMenu2 } from "@tabler/icons-react";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useKeys } from "../../keys/keys.tsx";
import { useProfile } from "../../session/context.tsx";
import bar from "../../ui/bar.module.css";
import { KeyHelp } from "../../ui/key-help.tsx";
import { PlainLink } from "../../ui/links.tsx";
import { Logo } from "../../ui/logo.tsx";
import { SchemeMenu } from "../../ui/scheme-menu.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { visiblePages } from "./pages.ts";
import classes from "./shell.module.css";

/** The frame around every page: top bar, navigation and keyboard shortcuts. */
export function Shell() {
  const profile = useProfile();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [opened, { open, close }] = useDisclosure(false);
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure(false);
  const pages = visiblePages(profile);
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another page is what closes the drawer
  useEffect(close, [pathname]);
  useKeys([
    { keys: "?", label: "Keyboard shortcuts", group: "Everywhere", run: openHelp },
    ...pages.map(({ to, label, keys }) => ({
      keys,
      label: `Go to ${label}`,
      group: "Go to",
      run: () => void navigate({ to }),
    })),
  ]);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <header className={bar.bar}>
        <ActionIcon className={classes.menu} size={30} onClick={open} aria-label="Open navigation">
          <IconMenu2 size={18} />
        </ActionIcon>
        <PlainLink to="/" className={bar.brand} aria-label="Opsplane portal home">
          <Logo size={22} />
          <span>Opsplane</span>
        </PlainLink>
        <span className={`${bar.tenant} truncate`} title={profile.tenant.id}>
          {profile.tenant.name}
        </span>
        <span className={classes.space} />
        <ActionIcon className={bar.wide} size={30} onClick={openHelp} aria-label="Keyboard shortcuts">
          <IconKeyboard size={18} stroke={1.7} />
        </ActionIcon>
        <SchemeMenu />
        <AccountMenu profile={profile} />
      </header>
      <nav className={classes.nav} aria-label="Main">
        <Links />
      </nav>
      <main className={classes.main} id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Drawer opened={opened} onClose={close} size={260} title={profile.tenant.name}>
        <nav aria-label="Main">
          <Links />
        </nav>
      </Drawer>
      <KeyHelp opened={help} onClose={closeHelp} />
    </div>
  );
}

function Links() {
  const pages = visiblePages(useProfile());
  return (
    <ul className={classes.links}>
      {pages.map(({ to, label, icon: PageIcon }) => (
        <li key={to}>
          <PlainLink
            to={to}
            className={classes.link}
            activeProps={{ "aria-current": "page" }}
            activeOptions={{ includeSearch: false, exact: to === "/" }}
          >
            <PageIcon size={17} stroke={1.7} aria-hidden="true" />
            {label}
          </PlainLink>
        </li>
      ))}
    </ul>
  );
}

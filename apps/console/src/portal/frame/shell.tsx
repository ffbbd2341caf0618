import { ActionIcon, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconMenu2 } from "@tabler/icons-react";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useKeys } from "../../keys/keys.tsx";
import { useProfile } from "../../session/context.tsx";
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
  const pages = visiblePages(profile);
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another page is what closes the drawer
  useEffect(close, [pathname]);
  useKeys(
    pages.map(({ to, label, keys }) => ({
      keys,
      label: `Go to ${label}`,
      group: "Go to",
      run: () => void navigate({ to }),
    })),
  );
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <header className={classes.bar}>
        <ActionIcon className={classes.menu} size={30} onClick={open} aria-label="Open navigation">
          <IconMenu2 size={18} />
        </ActionIcon>
        <PlainLink to="/" className={classes.brand} aria-label="Opsplane portal home">
          <Logo size={22} />
          <span>Opsplane</span>
        </PlainLink>
        <span className={`${classes.account} truncate`} title={profile.tenant.id}>
          {profile.tenant.name}
        </span>
        <span className={classes.space} />
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

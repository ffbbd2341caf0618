import { Drawer } from "@mantine/core";
import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useKeys } from "../keys/keys.tsx";
import { useProfile } from "../session/context.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { features, visiblePages } from "./features.ts";
import { KeyHelp } from "./key-help.tsx";
import { Navigation } from "./navigation.tsx";
import { openPalette, Palette } from "./palette.tsx";
import classes from "./shell.module.css";
import { TopBar } from "./top-bar.tsx";

/** The frame around every page: bar, navigation, palette, keys. */
export function Shell() {
  const profile = useProfile();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [collapsed, setCollapsed] = useLocalStorage({
    key: "opsplane-nav-collapsed",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawer, { open: openDrawer, close: closeDrawer }] = useDisclosure(false);
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure(false);
  const pages = visiblePages(profile);

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another page is what closes the drawer
  useEffect(closeDrawer, [pathname]);

  useKeys([
    ...pages.flatMap(({ to, label, keys }) =>
      keys ? [{ keys, label: `Go to ${label}`, group: "Go to", run: () => void navigate({ to }) }] : [],
    ),
    { keys: "?", label: "Show these keys", group: "Everywhere", run: openHelp },
    { keys: "[", label: "Fold the navigation", group: "Everywhere", run: () => setCollapsed((now) => !now) },
  ]);

  return (
    <Providers>
      <div className={classes.shell}>
        <a className={classes.skip} href="#main">
          Skip to the page
        </a>
        <TopBar profile={profile} onMenu={openDrawer} onSearch={openPalette} onHelp={openHelp} />
        <ConnectionBanner />
        <nav className={classes.nav} data-collapsed={collapsed} aria-label="Main">
          <Navigation pages={pages} collapsed={collapsed} onFold={() => setCollapsed((now) => !now)} />
        </nav>
        <main className={classes.main} id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Drawer opened={drawer} onClose={closeDrawer} size={260} title={profile.tenant.name} padding="sm">
        <nav aria-label="Main">
          <Navigation pages={pages} collapsed={false} />
        </nav>
      </Drawer>
      <Palette pages={pages} onHelp={openHelp} />
      <KeyHelp opened={help} onClose={closeHelp} />
    </Providers>
  );
}

/** Nests the providers of the features, the first one outermost. */
function Providers({ children }: { children: ReactNode }) {
  let wrapped = children;
  for (const { Provider } of [...features].reverse()) if (Provider) wrapped = <Provider>{wrapped}</Provider>;
  return wrapped;
}

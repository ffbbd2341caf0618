import { Drawer } from "@mantine/core";
import { useDisclosure, useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useKeys } from "../keys/keys.tsx";
import { useProfile } from "../session/context.tsx";
import { KeyHelp } from "../ui/key-help.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { features, type Page, visiblePages } from "./features.ts";
import { searchFor } from "./nav-link.tsx";
import { openPalette, Palette } from "./palette.tsx";
import { usePins } from "./pins.ts";
import classes from "./shell.module.css";
import { isSection, SettingsSidebar, Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useArea } from "./use-area.ts";

const alwaysKeys = [
  { keys: "Ctrl K", label: "Open command menu", group: "Everywhere" },
  { keys: "Ctrl Enter", label: "Submit", group: "Everywhere" },
];

/** The frame around every page: top bar, navigation, palette and keyboard shortcuts. */
export function Shell() {
  const profile = useProfile();
  const { pathname, search: searched } = useLocation();
  const { area, back } = useArea();
  const { rail, onFold } = useRail();
  const [drawer, { open: openDrawer, close: closeDrawer }] = useDisclosure(false);
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure(false);
  const pages = visiblePages(profile);
  const pins = usePins(profile.user.id, pages);
  const label = area === "settings" ? "Settings" : "Main";
  const sidebar = (folding: { rail: boolean; onFold?: (() => void) | undefined }) =>
    area === "settings" ? (
      <SettingsSidebar pages={pages} pins={pins} back={back} version={profile.version} {...folding} />
    ) : (
      <Sidebar pages={pages} pins={pins} {...folding} />
    );

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another page is what closes the drawer
  useEffect(closeDrawer, [pathname]);

  useGoKeys(pages, pins.pinned);
  useKeys([
    { keys: "?", label: "Keyboard shortcuts", group: "Everywhere", run: openHelp },
    ...(onFold ? [{ keys: "[", label: "Collapse sidebar", group: "Everywhere", run: onFold }] : []),
  ]);

  // A page for a screen on the wall has no frame.
  if ("tv" in searched && searched.tv !== undefined)
    return (
      <Providers>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </Providers>
    );
  return (
    <Providers>
      <div className={classes.shell}>
        <a className={classes.skip} href="#main">
          Skip to content
        </a>
        <TopBar profile={profile} onSearch={openPalette} onHelp={openHelp} />
        <div className={classes.banners}>
          <ConnectionBanner />
          <Banners />
        </div>
        <nav className={classes.nav} data-rail={rail} aria-label={label}>
          {sidebar({ rail, onFold })}
        </nav>
        <main className={classes.main} id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <BottomBar pages={pages} onSearch={openPalette} onMore={openDrawer} />
      </div>
      <Drawer
        opened={drawer}
        onClose={closeDrawer}
        size={280}
        title={profile.tenant.name}
        styles={{ header: { paddingInline: 16 }, body: { padding: 0 } }}
      >
        <nav aria-label={label}>{sidebar({ rail: false })}</nav>
      </Drawer>
      <Palette pages={pages} pins={pins} onHelp={openHelp} />
      <KeyHelp opened={help} always={alwaysKeys} onClose={closeHelp} />
    </Providers>
  );
}

function Banners() {
  return features.map(({ Banner }, index) => {
    // The list of features never changes.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return Banner ? <Banner key={index} /> : null;
  });
}

/** Nests the providers of the features, the first one outermost. */
function Providers({ children }: { children: ReactNode }) {
  let wrapped = children;
  for (const { Provider } of [...features].reverse()) if (Provider) wrapped = <Provider>{wrapped}</Provider>;
  return wrapped;
}

/** The sidebar shows only icons in a narrow window, and in a wide one if the person prefers it. */
function useRail(): { rail: boolean; onFold: (() => void) | undefined } {
  const narrow = useMediaQuery("(max-width: 1200px)", false, { getInitialValueInEffect: false });
  const [folded, setFolded] = useLocalStorage({
    key: "opsplane-nav-collapsed",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return { rail: narrow || folded, onFold: narrow ? undefined : () => setFolded(!folded) };
}

/** `g` and a letter open a page, `g` and a digit a pinned one, `g ,` the settings. */
function useGoKeys(pages: readonly Page[], pinned: readonly Page[]) {
  const navigate = useNavigate();
  const settings = pages.find(({ group }) => isSection(group));
  const go = (keys: string, page: Page) => ({
    keys,
    label: `Go to ${page.label}`,
    group: "Go to",
    run: () => void navigate({ to: page.to, search: searchFor(page) }),
  });
  useKeys([
    ...pages.flatMap((page) => (page.keys ? [go(page.keys, page)] : [])),
    ...(settings ? [go("g ,", { ...settings, label: "Settings" })] : []),
    ...pinned.slice(0, 9).map((page, index) => go(`g ${index + 1}`, page)),
  ]);
}

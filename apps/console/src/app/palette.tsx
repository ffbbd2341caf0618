import { useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import { createSpotlight, Spotlight, useSpotlight } from "@mantine/spotlight";
import { IconClock, IconKeyboard, IconPin, IconSearch } from "@tabler/icons-react";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { PaletteAction } from "../feature/palette.ts";
import { useClock } from "../time/time.tsx";
import { schemes } from "../ui/scheme-menu.tsx";
import { type Page, pageAt } from "./features.ts";
import type { Pinning } from "./nav-link.tsx";
import { useFeatureActions, useRecords } from "./palette-results.tsx";
import { isSection } from "./sidebar.tsx";

const listId = "palette-actions";
const [store, palette] = createSpotlight();
export const openPalette = palette.open;

interface PaletteProps {
  pages: readonly Page[];
  pins: Pinning;
  onHelp: () => void;
}

/** Ctrl/Cmd-K: opens a page, a record by its reference or its words, or runs an action. */
export function Palette({ pages, pins, onHelp }: PaletteProps) {
  const [query, setQuery] = useState("");
  const navigate = useNavigate();
  const actions = useActions({ pages, pins, onHelp });
  const { opened } = useSpotlight(store);
  const records = useRecords(query, opened);
  const visits = pages.map(({ to, label, group, icon: PageIcon, keys }) => ({
    id: to,
    label,
    ...(isSection(group) ? { description: "Settings" } : {}),
    icon: <PageIcon size={17} stroke={1.7} />,
    aside: <span className="mono">{keys}</span>,
    run: () => void navigate({ to }),
  }));
  const groups = [
    ...records,
    { label: "Pages", actions: matching(visits, query) },
    { label: "Actions", actions: matching(actions, query) },
  ].filter((group) => group.actions.length > 0);

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      tagsToIgnore={[]}
      scrollable
      maxHeight="min(60vh, 460px)"
      yOffset="10vh"
      size={580}
      overlayProps={{ backgroundOpacity: 0.5, blur: 0 }}
      title={<VisuallyHidden>Search or jump to</VisuallyHidden>}
      styles={{ header: { minHeight: 0, padding: 0 } }}
    >
      <Spotlight.Search
        placeholder="Search or type a command…"
        aria-label="Search or jump to"
        leftSection={<IconSearch size={17} />}
      />
      <Spotlight.ActionsList id={listId}>
        <FirstIsChosen actions={groups.flatMap((group) => group.actions)} />
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label}>
            {group.actions.map(({ id, label, description, icon, aside, run }) => (
              <Spotlight.Action
                key={id}
                label={label}
                {...(description ? { description } : {})}
                leftSection={icon}
                rightSection={aside}
                dimmedSections={false}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 ? <Spotlight.Empty>No results for “{query}”</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/**
 * Enter runs the first action. Spotlight selects it while a person types, but loses it when results arrive later. It announces
 * nothing to screen readers, so this component does.
 */
function FirstIsChosen({ actions }: { actions: readonly PaletteAction[] }) {
  const shown = actions.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of what is shown starts at the top again
  useEffect(() => {
    const items = document.querySelectorAll(`#${listId} [data-action]`);
    for (const item of items) item.removeAttribute("data-selected");
    items[0]?.setAttribute("data-selected", "true");
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [shown]);
  return (
    <VisuallyHidden aria-live="polite">
      {actions.length} found{actions[0] ? `; Enter: ${actions[0].label}` : ""}
    </VisuallyHidden>
  );
}

function matching(actions: PaletteAction[], query: string): PaletteAction[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return actions.filter(({ label, description = "" }) => {
    const text = `${label} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function useActions({ pages, pins, onHelp }: PaletteProps): PaletteAction[] {
  const { pathname } = useLocation();
  const page = pages.find((each) => each === pageAt(pathname));
  const featureActions = useFeatureActions();
  const { mode, setMode } = useClock();
  const { setColorScheme } = useMantineColorScheme();
  return [
    ...featureActions,
    ...(page
      ? [
          {
            id: "pin",
            label: pins.pinned.includes(page) ? `Unpin ${page.label}` : `Pin ${page.label}`,
            icon: <IconPin size={17} stroke={1.7} />,
            run: () => pins.toggle(page),
          },
        ]
      : []),
    ...schemes.map(({ value, label, icon: SchemeIcon }) => ({
      id: `scheme-${value}`,
      label: `Switch to ${label.toLowerCase()} theme`,
      icon: <SchemeIcon size={17} stroke={1.7} />,
      run: () => setColorScheme(value),
    })),
    {
      id: "time",
      label: mode === "utc" ? "Use local time" : "Use UTC",
      icon: <IconClock size={17} stroke={1.7} />,
      run: () => setMode(mode === "utc" ? "local" : "utc"),
    },
    {
      id: "keys",
      label: "Keyboard shortcuts",
      icon: <IconKeyboard size={17} stroke={1.7} />,
      aside: <span className="mono">?</span>,
      run: onHelp,
    },
  ];
}

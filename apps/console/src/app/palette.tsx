import { useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight, useSpotlight } from "@mantine/spotlight";
import type { Incident } from "@opsplane/contract";
import { IconArrowRight, IconClock, IconKeyboard, IconPlus, IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { CriticalityBadge } from "../cmdb/badges.tsx";
import { ClassIcon, useClassLabel } from "../cmdb/classes.tsx";
import { useItemSearch } from "../cmdb/queries.ts";
import { useNewIncident } from "../incidents/new-incident.tsx";
import { useIncidentSearch } from "../incidents/queries.ts";
import { referenceIn } from "../incidents/reference.ts";
import { SeverityBadge } from "../incidents/severity-badge.tsx";
import { StatusText } from "../incidents/status-text.tsx";
import { useCan } from "../session/context.tsx";
import { useClock } from "../time/time.tsx";
import type { Place } from "./places.ts";
import { schemes } from "./scheme-menu.tsx";

interface Action {
  id: string;
  label: string;
  description?: string;
  icon: ReactNode;
  aside?: ReactNode;
  run: () => void;
}

const listId = "palette-actions";
const [store, palette] = createSpotlight();
export const openPalette = palette.open;

/** Ctrl/Cmd-K: jump to a page, an incident by reference or words, a configuration item, or do something. */
export function Palette({ places, onHelp }: { places: readonly Place[]; onHelp: () => void }) {
  const [query, setQuery] = useState("");
  const navigate = useNavigate();
  const actions = useActions(onHelp);
  const found = useFoundIncidents(query);
  const items = useFoundItems(query);
  const pages = places.map(({ to, label, icon: PlaceIcon, keys }) => ({
    id: to,
    label,
    icon: <PlaceIcon size={17} stroke={1.7} />,
    aside: <span className="mono">{keys}</span>,
    run: () => void navigate({ to }),
  }));
  const groups = [
    { label: "Incidents", actions: found },
    { label: "Configuration", actions: items },
    { label: "Pages", actions: matching(pages, query) },
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
        placeholder="Search incidents, items, pages and actions, or type a reference"
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
        {groups.length === 0 ? <Spotlight.Empty>Nothing matches “{query}”.</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/**
 * Enter takes the first. Spotlight chooses it when one types, but loses it when answers of the server come in later;
 * and it tells screen readers nothing, so this does.
 */
function FirstIsChosen({ actions }: { actions: readonly Action[] }) {
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

function matching(actions: Action[], query: string): Action[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return actions.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

function useActions(onHelp: () => void): Action[] {
  const can = useCan();
  const openNew = useNewIncident();
  const { mode, setMode } = useClock();
  const { setColorScheme } = useMantineColorScheme();
  return [
    ...(can("incidents:write")
      ? [
          {
            id: "new",
            label: "New incident",
            icon: <IconPlus size={17} />,
            aside: <span className="mono">n</span>,
            run: openNew,
          },
        ]
      : []),
    ...schemes.map(({ value, label, icon: SchemeIcon }) => ({
      id: `scheme-${value}`,
      label: `Theme: ${label}`,
      icon: <SchemeIcon size={17} stroke={1.7} />,
      run: () => setColorScheme(value),
    })),
    {
      id: "time",
      label: mode === "utc" ? "Show local times" : "Show times in UTC",
      icon: <IconClock size={17} stroke={1.7} />,
      run: () => setMode(mode === "utc" ? "local" : "utc"),
    },
    {
      id: "keys",
      label: "Show all keys",
      icon: <IconKeyboard size={17} stroke={1.7} />,
      aside: <span className="mono">?</span>,
      run: onHelp,
    },
  ];
}

function useFoundIncidents(query: string): Action[] {
  const navigate = useNavigate();
  const can = useCan();
  const { opened } = useSpotlight(store);
  const [settled] = useDebouncedValue(query.trim(), 150);
  const { data, isPlaceholderData } = useIncidentSearch(settled, opened && can("incidents:read"));
  // Until the server has answered to these words, what it answered to the ones before is sieved here, so that Enter
  // never opens something else than what was typed.
  const late = isPlaceholderData || settled !== query.trim();
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ title, reference }: Incident) =>
    words.every((word) => `${title} ${reference}`.toLowerCase().includes(word));
  const open = (reference: string) => void navigate({ to: "/incidents/$reference", params: { reference } });
  const typed = referenceIn(query);
  const jump = typed
    ? [{ id: `jump-${typed}`, label: `Open ${typed}`, icon: <IconArrowRight size={17} />, run: () => open(typed) }]
    : [];
  const hits = (data?.items ?? [])
    .filter((incident) => incident.reference !== typed && (!late || fits(incident)))
    .map((incident) => ({
      id: incident.id,
      label: incident.title,
      description: incident.reference,
      icon: <SeverityBadge severity={incident.severity} />,
      aside: <StatusText status={incident.status} />,
      run: () => open(incident.reference),
    }));
  return [...jump, ...hits];
}

/** Configuration items by words; they wait for a word, so that an empty field offers pages and not the first names. */
function useFoundItems(query: string): Action[] {
  const navigate = useNavigate();
  const can = useCan();
  const classLabel = useClassLabel();
  const { opened } = useSpotlight(store);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const [settled] = useDebouncedValue(query.trim(), 150);
  const { data, isPlaceholderData } = useItemSearch(settled, opened && settled !== "" && can("cmdb:read"), 5);
  const late = isPlaceholderData || settled !== query.trim();
  if (words.length === 0) return [];
  return (data?.items ?? [])
    .filter(({ name }) => !late || words.every((word) => name.toLowerCase().includes(word)))
    .map(({ id, name, class: itsClass, environment, criticality }) => ({
      id,
      label: name,
      description: [classLabel(itsClass), environment].filter(Boolean).join(", "),
      icon: <ClassIcon name={itsClass} size={17} />,
      aside: <CriticalityBadge criticality={criticality} />,
      run: () => void navigate({ to: "/cmdb/$id", params: { id } }),
    }));
}

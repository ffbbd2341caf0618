import type { EventType } from "@opsplane/contract";
import type { AnyRoute } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import type { StaleRule } from "../live/invalidation.ts";
import type { NavItem } from "./navigation.ts";
import type { PaletteAction, PaletteGroup, PaletteQuery } from "./palette.ts";

type Paths<Routes extends readonly AnyRoute[]> = Routes[number]["fullPath"];

/** The parts of a console feature. Its paths are those of its routes. */
interface ConsoleFeature<Routes extends readonly AnyRoute[], Event extends EventType> {
  routes: Routes;
  nav: readonly NavItem<Exclude<Paths<Routes>, `${string}$${string}`>>[];
  /** The page that a reference such as `INC-00000012` opens, by its prefix. */
  references: Readonly<Record<string, Extract<Paths<Routes>, `${string}/$reference`>>>;
  palette: {
    useActions?: () => PaletteAction[];
    useRecords?: (query: PaletteQuery) => PaletteGroup;
  };
  /** The cached answers that each event makes stale. */
  staleAfter: Readonly<Record<Event, StaleRule>>;
  /** A line above every page. */
  Banner?: ComponentType;
  /** Wraps every page, for dialogs that any page can open. */
  Provider?: ComponentType<{ children: ReactNode }>;
}

export function defineFeature<const Routes extends readonly AnyRoute[], Event extends EventType = never>(
  parts: { routes: Routes } & Partial<ConsoleFeature<Routes, Event>>,
): ConsoleFeature<Routes, Event> {
  // Without rules `Event` is `never`, so that an empty table has every key.
  const noRules = {} as Record<Event, StaleRule>;
  return { nav: [], references: {}, palette: {}, staleAfter: noRules, ...parts };
}

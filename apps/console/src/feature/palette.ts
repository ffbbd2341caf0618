import type { ReactNode } from "react";

export interface PaletteAction {
  id: string;
  label: string;
  description?: string;
  icon: ReactNode;
  aside?: ReactNode;
  run: () => void;
}

export interface PaletteGroup {
  label: string;
  actions: PaletteAction[];
}

export interface PaletteQuery {
  /** The text to search for. It follows the typed text with a short delay. */
  text: string;
  opened: boolean;
  /** The record that the text names by its reference. The palette offers it already. */
  reference: string | undefined;
  /** Filters the previous answer until the new one arrives, so that Enter never opens an outdated match. */
  fits: (text: string, isPlaceholder: boolean) => boolean;
}

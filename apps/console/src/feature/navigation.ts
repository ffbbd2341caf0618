import type { Module, Permission } from "@opsplane/contract";
import type { Icon } from "@tabler/icons-react";

/** The groups of the main navigation, by job, in this order. A group without a visible item is absent. */
export const mainGroups = [
  "Home",
  "Respond",
  "Observe",
  "Services",
  "Change & request",
  "Automate",
  "Insight",
] as const;

/** The sections of the settings area, in this order. */
export const settingsSections = [
  "Organization",
  "People",
  "Access",
  "Process",
  "Integrations",
  "Data",
  "Audit log",
] as const;

export interface NavItem<Path extends string = string> {
  to: Path;
  label: string;
  /** A group of the main navigation, a section of the settings, or the account menu. */
  group: (typeof mainGroups)[number] | (typeof settingsSections)[number] | "Account";
  icon: Icon;
  /** The sequence that opens the page, such as `g i`. */
  keys?: string;
  needs?: Permission;
  module?: Module;
  /** The page has the shared time range, which a link from another such page keeps. */
  keepsRange?: boolean;
  /** Shown in the bottom bar on phones. */
  onPhone?: boolean;
  /** Counts the records that wait for this person on the page. */
  useCount?: () => number;
  /** What is counted, for screen readers; `pending` unless given. */
  countWord?: string;
}

import { Navigate } from "@tanstack/react-router";
import { useProfile } from "../session/context.tsx";
import { visiblePages } from "./features.ts";
import { isSection } from "./sidebar.tsx";

/** Opens the first page of the settings that this person can see. */
export function SettingsHomePage() {
  const first = visiblePages(useProfile()).find(({ group }) => isSection(group));
  return <Navigate to={first?.to ?? "/profile"} replace />;
}

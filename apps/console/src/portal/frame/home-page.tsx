import { lazyPart } from "../../ui/lazy-part.tsx";
import { useIsStaff } from "../can.ts";

const OverviewPage = lazyPart(() => import("../account/overview-page.tsx"), "OverviewPage");
const FleetPage = lazyPart(() => import("../fleet/fleet-page.tsx"), "FleetPage");

/** The first page: the fleet for the staff, the own account for customers. */
export function HomePage() {
  return useIsStaff() ? <FleetPage /> : <OverviewPage />;
}

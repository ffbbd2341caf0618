import { lazyPart } from "../ui/lazy-part.tsx";
import { StartScreen } from "../ui/start-screen.tsx";

/** Where public links lead. */
export const sharedDashboardPath = "/shared/dashboard";

/** Loaded by the start of the console, before any page. */
export const SharedDashboardPage = lazyPart(() => import("./shared-page.tsx"), "SharedDashboardPage", {
  waiting: StartScreen,
});

import { lazyPart } from "../ui/lazy-part.tsx";
import { StartScreen } from "../ui/start-screen.tsx";

/** Where the unsubscribe links of report mails lead. Their token is in the fragment, which the browser sends to no server. */
export const unsubscribePath = "/unsubscribe";

/** Separate from reports, because the start of the console loads it before any page. */
export const UnsubscribePage = lazyPart(() => import("./unsubscribe-page.tsx"), "UnsubscribePage", {
  waiting: StartScreen,
});

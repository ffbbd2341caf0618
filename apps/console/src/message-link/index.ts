import { lazyPart } from "../ui/lazy-part.tsx";
import { StartScreen } from "../ui/start-screen.tsx";

/** Where links in messages lead. Their token is in the fragment, which the browser sends to no server. */
export const linkPath = "/page";

/** Separate from on-call, because the start of the console loads it before any page. */
export const LinkPage = lazyPart(() => import("./link-page.tsx"), "LinkPage", { waiting: StartScreen });

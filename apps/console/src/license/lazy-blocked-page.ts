import { lazyPart } from "../ui/lazy-part.tsx";
import { StartScreen } from "../ui/start-screen.tsx";

/** Not part of the first load, because few people ever see it. */
export const BlockedPage = lazyPart(() => import("./blocked-page.tsx"), "BlockedPage", { waiting: StartScreen });

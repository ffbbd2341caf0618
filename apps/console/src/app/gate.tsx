import { useDeferredValue, useSyncExternalStore } from "react";
import { BlockedPage } from "../license/index.ts";
import { useSession } from "../session/context.tsx";
import { FirstPasswordPage, LoginPage, UnreachablePage } from "../sign-in/index.ts";
import { Crash } from "../ui/crash.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { StartScreen } from "../ui/start-screen.tsx";

// Loads while the session is being renewed, so that both waits overlap.
const Workspace = lazyPart(() => import("./workspace.tsx"), "Workspace", { waiting: StartScreen });
void Workspace.preload();

/** Shows the login, the first password, why the service is blocked, or the console. The address never changes here. */
export function Gate() {
  const session = useSession();
  // Deferred, so that the browser can paint and take input while the workspace renders.
  const state = useDeferredValue(useSyncExternalStore(session.subscribe, session.state));
  if (state.phase === "starting") return <StartScreen />;
  if (state.phase === "unreachable")
    return <UnreachablePage message={state.message} retry={() => void session.start()} />;
  if (state.phase === "signed_out") return <LoginPage reason={state.reason} />;
  if (state.phase === "blocked") return <BlockedPage block={state.block} />;
  if (state.block) return <BlockedPage block={state.block} user={state.user} />;
  if (state.user.must_change_password) return <FirstPasswordPage email={state.user.email} />;
  return (
    <Crash>
      <Workspace key={state.user.id} userId={state.user.id} />
    </Crash>
  );
}

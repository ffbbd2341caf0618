import { Anchor, Text } from "@mantine/core";
import { useDeferredValue, useSyncExternalStore } from "react";
import { useSession } from "../session/context.tsx";
import { FirstPasswordPage, LoginPage, UnreachablePage } from "../sign-in/index.ts";
import { Crash } from "../ui/crash.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { StartScreen } from "../ui/start-screen.tsx";

// Loads while the session is being renewed, so that both waits overlap.
const Workspace = lazyPart(() => import("./workspace.tsx"), "Workspace", { waiting: StartScreen });
void Workspace.preload();

/** Shows the login, the first password or the portal. The address never changes here. */
export function Gate() {
  const session = useSession();
  const state = useDeferredValue(useSyncExternalStore(session.subscribe, session.state));
  if (state.phase === "starting") return <StartScreen />;
  if (state.phase === "unreachable")
    return <UnreachablePage message={state.message} retry={() => void session.start()} />;
  // The Control Plane has no license of its own, so this is a refusal that cannot last.
  if (state.phase === "blocked")
    return <UnreachablePage message={state.block.message} retry={() => void session.start()} />;
  if (state.phase === "signed_out") {
    return (
      <LoginPage reason={state.reason}>
        <Text size="xs" c="dimmed" mt="lg">
          New to Opsplane?{" "}
          <Anchor href="/signup" size="xs" underline="always">
            Create an account
          </Anchor>
        </Text>
      </LoginPage>
    );
  }
  if (state.user.must_change_password) return <FirstPasswordPage email={state.user.email} />;
  return (
    <Crash>
      <Workspace key={state.user.id} />
    </Crash>
  );
}

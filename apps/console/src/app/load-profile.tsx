import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";
import { useApi } from "../api/api.tsx";
import { blockIn } from "../session/block.ts";
import { ProfileProvider } from "../session/context.tsx";
import { msUntilNextLook } from "../session/next-look.ts";
import { ErrorFace } from "../ui/faces.tsx";
import { StartScreen } from "../ui/start-screen.tsx";

/** Loads the person and their permissions before the pages that need them. */
export function LoadProfile({ children }: { children: ReactNode }) {
  const api = useApi();
  const profile = useQuery({
    queryKey: ["profile"],
    queryFn: ({ signal }) => api.auth.me({}, { signal }),
    staleTime: 60_000,
    refetchInterval: ({ state }) => msUntilNextLook(state.data?.banner?.ends_at, Date.now()),
  });
  // Deferred, so that the browser can paint and take input while the shell renders.
  const loaded = useDeferredValue(profile.data);
  if (loaded) return <ProfileProvider profile={loaded}>{children}</ProfileProvider>;
  // The page that says why replaces this one.
  if (profile.error && blockIn({ code: profile.error.code, error: "" })) return <StartScreen />;
  if (profile.error) return <ErrorFace error={profile.error} retry={() => void profile.refetch()} />;
  return <StartScreen />;
}

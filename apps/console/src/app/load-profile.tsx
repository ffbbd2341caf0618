import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";
import { useApi } from "../api/api.tsx";
import { ProfileProvider } from "../session/context.tsx";
import { ErrorFace } from "../ui/faces.tsx";
import { StartScreen } from "../ui/start-screen.tsx";

/** Loads the person and their permissions before the pages that need them. */
export function LoadProfile({ children }: { children: ReactNode }) {
  const api = useApi();
  const profile = useQuery({
    queryKey: ["profile"],
    queryFn: ({ signal }) => api.auth.me({}, { signal }),
    staleTime: 60_000,
  });
  // Deferred, so that the browser can paint and take input while the shell renders.
  const loaded = useDeferredValue(profile.data);
  if (loaded) return <ProfileProvider profile={loaded}>{children}</ProfileProvider>;
  if (profile.error) return <ErrorFace error={profile.error} retry={() => void profile.refetch()} />;
  return <StartScreen />;
}

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";
import { ProfileProvider } from "../../session/context.tsx";
import { ErrorFace } from "../../ui/faces.tsx";
import { StartScreen } from "../../ui/start-screen.tsx";
import { usePortalApi } from "../api.tsx";

/** Loads the person and their permissions before the pages that need them. */
export function LoadProfile({ children }: { children: ReactNode }) {
  const api = usePortalApi();
  const profile = useQuery({
    queryKey: ["profile"],
    queryFn: ({ signal }) => api.auth.me({}, { signal }),
    staleTime: 60_000,
  });
  const loaded = useDeferredValue(profile.data);
  if (loaded) return <ProfileProvider profile={loaded}>{children}</ProfileProvider>;
  if (profile.error) return <ErrorFace error={profile.error} retry={() => void profile.refetch()} />;
  return <StartScreen />;
}

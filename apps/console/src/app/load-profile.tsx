import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "../api/api.tsx";
import { ProfileProvider } from "../session/context.tsx";
import { ErrorFace } from "../ui/faces.tsx";
import { Splash } from "../ui/splash.tsx";

/** Loads the person and their permissions before the pages that need them. */
export function LoadProfile({ children }: { children: ReactNode }) {
  const api = useApi();
  const profile = useQuery({
    queryKey: ["profile"],
    queryFn: ({ signal }) => api.auth.me({}, { signal }),
    staleTime: 60_000,
  });
  if (profile.data) return <ProfileProvider profile={profile.data}>{children}</ProfileProvider>;
  if (profile.error) return <ErrorFace error={profile.error} retry={() => void profile.refetch()} />;
  return <Splash />;
}

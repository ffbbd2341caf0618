import type { Permission, Profile } from "@opsplane/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { type Api, useApi } from "../api/api.tsx";
import { ErrorFace } from "../ui/faces.tsx";
import { Splash } from "../ui/splash.tsx";
import type { Session } from "./session.ts";

const SessionContext = createContext<Session | undefined>(undefined);
const ProfileContext = createContext<Profile | undefined>(undefined);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it.");
  return session;
}

function profileQuery(api: Api) {
  return queryOptions({
    queryKey: ["profile"],
    queryFn: ({ signal }) => api.auth.me({}, { signal }),
    staleTime: 60_000,
  });
}

/** Loads who is here and what they may do, before anything that asks for it. */
export function ProfileProvider({ children }: { children: ReactNode }) {
  const profile = useQuery(profileQuery(useApi()));
  if (profile.data) return <ProfileContext value={profile.data}>{children}</ProfileContext>;
  if (profile.error) return <ErrorFace error={profile.error} retry={() => void profile.refetch()} />;
  return <Splash />;
}

export function useProfile(): Profile {
  const profile = useContext(ProfileContext);
  if (!profile) throw new Error("useProfile needs a ProfileProvider above it.");
  return profile;
}

/** `can("incidents:write")`: the one way the console asks what a person may do. */
export function useCan(): (permission: Permission) => boolean {
  const { user } = useProfile();
  return (permission) => user.permissions.includes(permission);
}

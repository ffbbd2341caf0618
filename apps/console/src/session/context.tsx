import type { Permission, Profile } from "@opsplane/contract";
import { createContext, type ReactNode, useContext } from "react";
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

export function ProfileProvider({ profile, children }: { profile: Profile; children: ReactNode }) {
  return <ProfileContext value={profile}>{children}</ProfileContext>;
}

export function useProfile(): Profile {
  const profile = useContext(ProfileContext);
  if (!profile) throw new Error("useProfile needs a ProfileProvider above it.");
  return profile;
}

/** `can("incidents:write")`: the only check of permissions in the console. */
export function useCan(): (permission: Permission) => boolean {
  const { user } = useProfile();
  return (permission) => user.permissions.includes(permission);
}

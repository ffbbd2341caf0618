import { type ControlPermission, staffTenant } from "@opsplane/contract/control-plane";
import { useProfile } from "../session/context.tsx";

/** `can("licenses:issue")`: the only check of permissions in the portal. */
export function useCan(): (permission: ControlPermission) => boolean {
  const { user } = useProfile();
  return (permission) => user.permissions.includes(permission);
}

/** Whether this is the account of the staff, who see the records of all customers. */
export function useIsStaff(): boolean {
  return useProfile().tenant.id === staffTenant;
}

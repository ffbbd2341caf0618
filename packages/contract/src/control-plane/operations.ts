import { auth } from "../auth.ts";
import { system } from "../system.ts";
import { users } from "../users.ts";
import { releases } from "./releases.ts";

/** The complete API of the Control Plane. Sign-in and people work as in the Tenant Plane. */
export const controlOperations = {
  auth,
  users,
  releases,
  system: { health: system.health },
};
export type ControlOperations = typeof controlOperations;

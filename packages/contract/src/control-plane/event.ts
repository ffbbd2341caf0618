import type { EventSpec } from "../event.ts";
import type { ControlPermission } from "./permissions.ts";

/** An event of the Control Plane. */
export function controlEvent<const S extends EventSpec & { access: ControlPermission | "signed_in" }>(spec: S): S {
  return spec;
}

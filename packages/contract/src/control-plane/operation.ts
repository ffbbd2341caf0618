import type { OperationSpec } from "../operation.ts";
import type { ControlPermission } from "./permissions.ts";

/** An operation of the Control Plane. */
export function controlOperation<
  const S extends OperationSpec & { access: ControlPermission | "public" | "signed_in" },
>(spec: S): S {
  return spec;
}

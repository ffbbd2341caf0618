import type { Static, TObject } from "typebox";
import type { Permission } from "./permissions.ts";
import type { Module } from "./plans.ts";

/** A domain event as one value: the permission to see it and the schema of its data. The same shape for every plane. */
export interface EventSpec {
  readonly type: string;
  /** The permission to see the event, or `signed_in` for everyone. */
  readonly access: string;
  /** The plan module that the event belongs to. Without it, every plan has the event. */
  readonly module?: string;
  readonly data: TObject;
}

/** An event of the Tenant Plane. */
export function event<const S extends EventSpec & { access: Permission | "signed_in"; module?: Module }>(spec: S): S {
  return spec;
}

export type EventData<S extends EventSpec> = Static<S["data"]>;

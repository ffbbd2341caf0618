import type { Static, TObject } from "typebox";
import type { Permission } from "./permissions.ts";
import type { Module } from "./plans.ts";

/** A domain event as one value: who may see it and what its data looks like. The same shape for every plane. */
export interface EventSpec {
  readonly type: string;
  /** The permission that lets a person see the event, or `signed_in` for everyone. */
  readonly access: string;
  /** The plan's module that the event belongs to; absent means that every plan has it. */
  readonly module?: string;
  readonly data: TObject;
}

/** An event of the Tenant Plane. */
export function event<const S extends EventSpec & { access: Permission | "signed_in"; module?: Module }>(spec: S): S {
  return spec;
}

export type EventData<S extends EventSpec> = Static<S["data"]>;

import type { Module, Permission } from "@opsplane/contract";
import type { TObject } from "typebox";

/** A question that a model may ask, bound to the person who asks. It can only read. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly access: Permission;
  readonly module?: Module;
  readonly input: TObject;
  run(input: Record<string, unknown>, signal: AbortSignal): Promise<ModelToolResult>;
}

export interface ModelToolResult {
  readonly data: unknown;
  readonly citations: readonly Citation[];
}

/** A record that an answer can refer to. */
export interface Citation {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  /** A page of the console; empty when there is none. */
  readonly link: string;
}

import type { CallInput, OperationGroups, OperationSpec, Output } from "@opsplane/contract";
import { assertMayCall } from "./admission.ts";
import type { Handlers, ReadContext } from "./context.ts";

type IsRead<S extends OperationSpec> = S["effect"] extends "read"
  ? S["access"] extends "public" | "service"
    ? false
    : S["envelope"] extends "none"
      ? false
      : true
  : false;

/** The read operations of a contract as functions. The API answers with the same handlers. */
export type Reads<G extends OperationGroups> = {
  readonly [A in keyof G]: {
    readonly [N in keyof G[A] as IsRead<G[A][N]> extends true ? N : never]: Record<string, never> extends CallInput<
      G[A][N]
    >
      ? (input?: CallInput<G[A][N]>) => Promise<Output<G[A][N]>>
      : (input: CallInput<G[A][N]>) => Promise<Output<G[A][N]>>;
  };
};

type AnyHandler = (context: unknown) => Promise<unknown>;

interface LooseInput {
  params?: object;
  query?: object;
  body?: object;
}

/** Calls read operations inside another request, in the name of its caller and with that caller's permissions and plan. */
export function readsFor<G extends OperationGroups>(
  groups: G,
  handlers: Handlers<G>,
  { principal, db, now, request, reply }: ReadContext,
): Reads<G> {
  const built: Record<string, Record<string, unknown>> = {};
  for (const [group, specs] of Object.entries(groups)) {
    built[group] = {};
    for (const [name, spec] of Object.entries(specs)) {
      if (!isRead(spec)) continue;
      // Handlers<G> checks each handler against its operation.
      const handler = handlers[group]?.[name] as unknown as AnyHandler;
      built[group][name] = async ({ params = {}, query = {}, body = {} }: LooseInput = {}) => {
        assertMayCall(spec, principal);
        return handler({ principal, db, now, request, reply, params, query, body });
      };
    }
  }
  // Built by the same rule as the type.
  return built as Reads<G>;
}

function isRead({ effect, access, envelope }: OperationSpec): boolean {
  return effect === "read" && access !== "public" && access !== "service" && envelope !== "none";
}

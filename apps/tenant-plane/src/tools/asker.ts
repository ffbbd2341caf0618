import { type Operations, operations } from "@opsplane/contract";
import { type Database, departureBy, type Handlers, type ReadContext, readsFor } from "@opsplane/runtime";
import { type Citer, openCiter } from "./cite.ts";
import type { Asker, Citation } from "./tool.ts";

export interface AskerDeps {
  database: Pick<Database, "readOnly">;
  /** The handlers of the API, once all features are open. */
  handlers(): Handlers<Operations>;
  health: Asker["health"];
}

/** An asker for one question, and the citations that its tools make. */
export type OpenAsker = (
  context: ReadContext,
  options: { timezone: string; signal: AbortSignal },
) => Asker & { readonly cite: Citer & { all(): readonly Citation[] } };

/** Everything that a tool reads goes through a connection that cannot write and the handlers of the API. */
export function openAsker({ database, handlers, health }: AskerDeps): OpenAsker {
  return ({ principal, now, request, reply }, { timezone, signal }) => {
    const db = database.readOnly(principal.tenantId, departureBy(signal));
    const reads = readsFor(operations, handlers(), { principal, db, now, request, reply });
    return { principal, db, now, timezone, signal, reads, cite: openCiter(), health };
  };
}

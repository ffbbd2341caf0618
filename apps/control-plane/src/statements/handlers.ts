import { type controlOperations, maxStatements } from "@opsplane/contract/control-plane";
import { signStatement } from "@opsplane/licensing";
import type { HandlersOf } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { noteReport, readVersion } from "../deployments/index.ts";
import { statementKey } from "../signing-keys/index.ts";
import { statementsOf } from "../subscriptions/index.ts";
import { saveUsage } from "./store.ts";

export function statementHandlers(core: Core): HandlersOf<typeof controlOperations.statements> {
  return {
    // Signing takes a while, so it comes before the transaction.
    pull: async ({ db, body, principal, now }) => {
      const after = body.cursor ?? "";
      const found = await statementsOf(db, principal.id, { after, limit: maxStatements + 1 }, now);
      const page = found.slice(0, maxStatements);
      const key = await statementKey(core, db);
      const statements: string[] = [];
      for (const statement of page) statements.push(await signStatement(statement, key));
      const next = found.length > maxStatements ? (page.at(-1)?.tenantId ?? null) : null;
      return async ({ db: tx }) => {
        await noteReport(tx, principal.id, readVersion(body.tp_version));
        if (body.usage) await saveUsage(tx, principal.id, body.usage);
        return { statements, next };
      };
    },
  };
}

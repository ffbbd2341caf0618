import { type Db, fail, type WriteContext } from "@opsplane/runtime";
import { decideStep, type RunDecision } from "./decisions.ts";
import type { Settler } from "./settle.ts";
import { findRun, lockNamedRun, type RunKind, type RunRow } from "./store/runs.ts";
import { cancelRun, retryRun } from "./writes.ts";

/** How a feature shows its runs. */
interface RunView<T> {
  kind: RunKind;
  /** As in "There is no execution EXE-00000042." */
  noun: string;
  read(db: Db, idOrReference: string): Promise<T | undefined>;
}

type Call<Body> = WriteContext & { params: { id: string }; body: Body };

/** What people do with a run. Each action answers with the run as it is then. */
export function runActions<T>(settler: Settler, { kind, noun, read }: RunView<T>) {
  const missing = (id: string): never => fail("NOT_FOUND", `There is no ${noun} ${id}.`);
  const found = async (db: Db, id: string): Promise<RunRow> => (await findRun(db, kind, id)) ?? missing(id);
  const shown = async (db: Db, id: string): Promise<T> => (await read(db, id)) ?? missing(id);
  return {
    found,
    shown,
    decide: async (context: Call<RunDecision>) => {
      const run = await found(context.db, context.params.id);
      await decideStep(settler, context, run, context.body);
      return shown(context.db, run.id);
    },
    cancel: async (context: Call<{ reason?: string }>) => {
      const { db, params, body, principal } = context;
      const run = await found(db, params.id);
      if (run.finished_at !== null) fail("INVALID_TRANSITION", `${run.reference} has ended already: it ${run.status}.`);
      await cancelRun(settler, context, run.id, principal.label, body.reason ?? "");
      return shown(db, run.id);
    },
    /** `assertFit` refuses runs that cannot go on. */
    retry: async (context: Call<{ reason?: string }>, assertFit?: (run: RunRow) => void) => {
      const { db, params, body } = context;
      const run = (await lockNamedRun(db, kind, params.id)) ?? missing(params.id);
      assertFit?.(run);
      await retryRun(settler, context, run, body.reason ?? "");
      return shown(db, run.id);
    },
  };
}

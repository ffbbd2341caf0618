import { alertEvents, incidentEvents, requestEvents, type TriggerType } from "@opsplane/contract";
import {
  type CronJob,
  defineWorkflow,
  type Happened,
  type Job,
  on,
  type Reaction,
  type Transaction,
  type Workflow,
  type WriteScope,
} from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { type Settler, targetOf } from "../runs/index.ts";
import { eventInput, isWanted, startWorkflow } from "./start.ts";
import { cronKind, startableWorkflow, triggeredBy } from "./store/workflows.ts";

interface Triggered {
  tenantId: string;
  workflowId: string;
  trigger: TriggerType;
  input: Record<string, unknown>;
  incidentId: string | null;
}

const start = defineWorkflow<Triggered>("start-workflow");

/** Starts workflows when something happens. */
export function triggerJobs(
  core: Core,
  settler: Settler,
): { reactions: Reaction[]; workflows: Workflow[]; cronJobs: CronJob[] } {
  return {
    reactions: [
      on(incidentEvents.created, (happened, tx) => starts(tx, "incident_created", happened, aboutIncident(happened))),
      on(incidentEvents.updated, (happened, tx) =>
        happened.data.previous_status === undefined
          ? []
          : starts(tx, "incident_moved", happened, aboutIncident(happened), `-${happened.data.version}`),
      ),
      on(requestEvents.approved, (happened, tx) =>
        starts(tx, "request_approved", happened, {
          input: { request_id: happened.subjectId, ...happened.data },
          incidentId: null,
        }),
      ),
      alertReaction,
    ],
    workflows: [
      start.implement((triggered, run) =>
        run.step("start", () =>
          core
            .asAutomation(triggered.tenantId, "workflows.run", (write) => begin(settler, write, triggered))
            .catch((error: unknown) => {
              const { tenantId: tenant, workflowId: workflow, trigger } = triggered;
              core.log.warn(
                { tenant, workflow, trigger, error: String(error) },
                "a trigger could not start its workflow",
              );
              throw error;
            }),
        ),
      ),
    ],
    cronJobs: [
      {
        kind: cronKind,
        run: (write, { tenantId, subjectId, slot }) =>
          begin(settler, write, {
            ...{ tenantId, workflowId: subjectId, trigger: "schedule", incidentId: null },
            input: { scheduled_for: slot.toISOString() },
          }),
      },
    ],
  };
}

/** Alerting announces this event; see the contract. */
export const alertReaction: Reaction = on(alertEvents.fired, (happened, tx) =>
  starts(tx, "alert_fired", happened, {
    input: { alert_id: happened.subjectId, ...happened.data },
    incidentId: happened.data.incident_id,
  }),
);

interface About {
  input: Record<string, unknown>;
  incidentId: string | null;
}

function aboutIncident({ subjectId, data }: Happened<object>): About {
  return { input: { incident_id: subjectId, ...data }, incidentId: subjectId };
}

/** One job for each workflow that the event may start. Its conditions are evaluated there, outside the caller's transaction. */
async function starts(
  tx: Transaction,
  trigger: TriggerType,
  { tenantId, subjectId }: Happened<object>,
  { input, incidentId }: About,
  part = "",
): Promise<Job[]> {
  const ids = await triggeredBy(tx, trigger);
  return ids.map((workflowId) =>
    start.job(`${trigger}-${workflowId}-${subjectId}${part}`, { tenantId, workflowId, trigger, input, incidentId }),
  );
}

async function begin(
  settler: Settler,
  write: WriteScope,
  { workflowId, trigger, input, incidentId }: Triggered,
): Promise<undefined | false> {
  const workflow = await startableWorkflow(write.db, workflowId);
  if (!workflow?.enabled) return false;
  const whole = eventInput(workflow, input);
  if (!isWanted(workflow, trigger, whole)) return false;
  const startedBy = { label: `workflow trigger (${trigger.replaceAll("_", " ")})`, userId: null };
  const run = await startWorkflow(settler, write, workflow, { trigger, input: whole, incidentId, startedBy });
  write.audit({ target: targetOf(run), after: { workflow: workflow.name, trigger, input: whole } });
  return undefined;
}

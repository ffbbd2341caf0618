import { renderText } from "@opsplane/automation";
import type { ApproverType, Blocked } from "@opsplane/contract";
import type { Core } from "../../core.ts";
import { approverStep, blockAhead, startApproval } from "../../itsm/index.ts";
import type { StepContext, StepRunner } from "../../runs/index.ts";

interface WrittenApproval {
  approver_type?: ApproverType;
  approver_value?: string | null;
  allow_self_approval?: boolean;
  instructions?: string;
}

const blockedWords: Record<Blocked, string> = {
  only_requester: "Only the person who starts the runbook could approve this step, and they are not allowed to.",
  no_approver: "No one can approve this step.",
};

const timedOut = { error: "Nobody decided within the time allowed." };

/** A gate: the run goes on when an approver says so. The person who started the run cannot approve it. */
export function approvalRunner({ database, clock }: Pick<Core, "database" | "clock">): StepRunner {
  const read = async (context: StepContext) => {
    const written = context.node.config as WrittenApproval;
    const { approver_type: type = "any", approver_value: value = null } = written;
    const db = database.tenant(context.tenantId);
    const approver = await approverStep(db, { type, value, title: context.node.title });
    const instructions = renderText(written.instructions ?? "", context.lookup);
    const requesterIds = context.run.started_by_id === null ? [] : [context.run.started_by_id];
    return { approver, instructions, requesterIds, allowSelf: written.allow_self_approval ?? false };
  };
  return {
    whenDue: timedOut,
    check: async (context) => {
      const { tenantId } = context;
      const { approver, instructions: preview, ...who } = await read(context);
      const blocked = await blockAhead(database.tenant(tenantId), approver, { tenantId, ...who });
      const message = blocked === null ? `Waits for ${approver.approver_name}.` : blockedWords[blocked];
      const checks = [{ name: "Approver", ok: blocked === null, message }];
      return blocked === null
        ? { status: "succeeded", preview, checks }
        : { status: "failed", error: message, preview, checks };
    },
    run: async (context) => {
      const { run, node } = context;
      const { approver, instructions, requesterIds, allowSelf } = await read(context);
      return {
        status: "waiting",
        for: "approval",
        until: untilOf(context, clock.now()),
        instructions,
        begin: async (write) => {
          const definition = {
            id: null,
            name: node.title,
            version: 1,
            steps: [approver],
            allow_self_approval: allowSelf,
          };
          const approval = await startApproval(write, definition, {
            ...{ type: run.kind, id: run.id, part: node.id, reference: run.reference },
            title: `${run.subject_name}: ${node.title}`,
            requestedBy: run.started_by,
            requesterIds,
          });
          return { approval_id: approval.id };
        },
      };
    },
  };
}

/** Work that a person does and then ticks off. */
export function manualRunner({ clock }: Pick<Core, "clock">): StepRunner {
  const instructionsOf = ({ node, lookup }: StepContext) =>
    renderText((node.config as WrittenApproval).instructions ?? "", lookup);
  return {
    whenDue: { error: "Nobody completed this step within the time allowed." },
    check: async (context) => ({ status: "succeeded", preview: instructionsOf(context) }),
    run: async (context) => ({
      status: "waiting",
      for: "person",
      until: untilOf(context, clock.now()),
      instructions: instructionsOf(context),
    }),
  };
}

/** Waits for a time that stays the same after a restart. */
export function waitRunner({ clock }: Pick<Core, "clock">): StepRunner {
  const secondsOf = ({ node }: StepContext) => Number(node.config.seconds ?? 0);
  return {
    whenDue: "succeed",
    check: async (context) => ({ status: "succeeded", preview: `Waits for ${secondsOf(context)} s.` }),
    run: async (context) => ({
      status: "waiting",
      for: "time",
      until: new Date(clock.now().getTime() + secondsOf(context) * 1000),
    }),
  };
}

function untilOf({ node }: StepContext, now: Date): Date | null {
  return node.timeoutSeconds === null ? null : new Date(now.getTime() + node.timeoutSeconds * 1000);
}

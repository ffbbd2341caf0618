import { renderText } from "@opsplane/automation";
import { type DirectoryUser, notificationEvents, type Recipient } from "@opsplane/contract";
import { defineWorkflow, messageQueue, type Retried, sendToEach, type Workflow } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { addIncidentEntry } from "../../incidents/index.ts";
import { sendToChannel, usableChannel } from "../../oncall/index.ts";
import type { StepContext, StepResult, StepRunner } from "../../runs/index.ts";
import { findRecipients } from "../store/recipients.ts";

interface Notification extends Retried {
  tenantId: string;
  runId: string;
  stepId: string;
  people: DirectoryUser[];
  subject: string;
  message: string;
  reference: string;
  path: string;
}

const send = defineWorkflow<Notification>("send-run-notification", messageQueue);

/** Sends the emails of notification steps. */
export function notificationJobs({ mailer, publicUrl }: Pick<Core, "mailer" | "publicUrl">): Workflow[] {
  if (!mailer) return [];
  return [
    send.implement(async (sent, run) => {
      const { people, subject, message, reference, runId, stepId, path } = sent;
      await sendToEach(run, sent, mailer.retryMs, people, (person) =>
        mailer.send({
          to: { name: person.name, address: person.email },
          messageId: `<notification-${runId}-${stepId}-${person.id}@opsplane>`,
          subject,
          lines: [message],
          action: { label: `Open ${reference}`, url: `${publicUrl()}${path}` },
        }),
      );
    }),
  ];
}

interface Written {
  message?: string;
  subject?: string;
  recipients?: Recipient[];
  channel_id?: string;
}

type NotificationCore = Pick<Core, "database" | "mailer" | "enqueue">;

/** A message to people by email, to webhooks, and on the incident's timeline. It is sent once, when its step is stored. */
export function notificationRunner(core: NotificationCore): StepRunner {
  return {
    whenDue: "queue",
    check: async (context) => {
      const { subject, message, people, channel, problem } = await prepare(core, context);
      const preview = `${subject}\n\n${message}`;
      const names = [...people.map(({ email }) => email), ...(channel ? [channel.name] : [])].join(", ");
      const checks = [
        { name: "Recipients", ok: problem === undefined, message: problem ?? (names || "Webhooks and the timeline") },
      ];
      return problem === undefined
        ? { status: "succeeded", preview, checks }
        : { status: "failed", error: problem, preview, checks };
    },
    run: async (context) => {
      const prepared = await prepare(core, context);
      if (prepared.problem !== undefined) return { status: "failed", error: prepared.problem };
      return deliver(core, context, prepared);
    },
  };
}

interface Prepared {
  subject: string;
  message: string;
  people: DirectoryUser[];
  channel: Exclude<Awaited<ReturnType<typeof usableChannel>>, string> | undefined;
  problem: string | undefined;
}

async function prepare({ database, mailer }: NotificationCore, context: StepContext): Promise<Prepared> {
  const { message = "", subject = "", recipients = [], channel_id } = context.node.config as Written;
  const text = renderText(message, context.lookup);
  const title = renderText(subject, context.lookup) || `${context.run.subject_name}: ${context.node.title}`;
  const { people, unknown } = await findRecipients(database.tenant(context.tenantId), recipients);
  const channel = channel_id ? await usableChannel(database.tenant(context.tenantId), channel_id) : undefined;
  const problem =
    typeof channel === "string"
      ? channel
      : unknown !== undefined
        ? `There is no ${unknown.type} '${unknown.value}'.`
        : people.length > 0 && !mailer
          ? "No mail server is configured (SMTP_URL), so no email can be sent."
          : undefined;
  return {
    subject: title.replace(/\s+/g, " ").slice(0, 300),
    message: text,
    people,
    channel: typeof channel === "string" ? undefined : channel,
    problem,
  };
}

function deliver(
  core: NotificationCore,
  context: StepContext,
  { subject, message, people, channel }: Prepared,
): StepResult {
  const { run, node, tenantId, scope } = context;
  const reference = run.reference;
  return {
    status: "succeeded",
    output: { recipients: people.length },
    preview: `${subject}\n\n${message}`,
    commit: async (write) => {
      const incident_reference = scope.incident === null ? null : String(scope.incident.reference);
      write.announce(notificationEvents.sent, run.id, {
        ...{ subject, message, reference, incident_reference },
        incident_id: run.incident_id,
      });
      if (run.incident_id !== null)
        await addIncidentEntry(write, run.incident_id, {
          kind: "runbook",
          body: `${reference} sent “${subject}”: ${message}`.slice(0, 5000),
          changes: { [run.kind]: { from: null, to: reference } },
        });
      const path = run.kind === "execution" ? `/executions/${reference}` : `/workflows/runs/${reference}`;
      const incidentId = run.incident_id;
      if (channel)
        await sendToChannel(core, write, channel, { tenantId, incidentId, title: subject, text: message, path });
      if (people.length === 0) return;
      const job = { tenantId, runId: run.id, stepId: node.id, people, subject, message, reference, path };
      await core.enqueue(write.db, send.job(`notify-${run.id}-${node.id}-${context.step.attempt}`, job));
    },
  };
}

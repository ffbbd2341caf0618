import { invoiceEvents, subscriptionEvents } from "@opsplane/contract/control-plane";
import {
  defineWorkflow,
  dueWork,
  type Job,
  keepTrying,
  type Letter,
  type Mailer,
  messageQueue,
  on,
  type Retried,
  type Schedule,
  sql,
  type WorkflowRun,
} from "@opsplane/runtime";
import type { Core, Feature } from "../core.ts";
import { readSubscription } from "../subscriptions/index.ts";
import { billingEmail, customersToInvoice } from "./accounts.ts";
import { fallenDue, getInvoice } from "./invoices.ts";
import type { PaymentProvider } from "./port.ts";
import { money } from "./rules.ts";
import { billPeriod, fallDue } from "./writes.ts";

type Providers = Readonly<Record<"manual" | "stripe", PaymentProvider>>;

interface Tried {
  tenantId: string;
  /** Tries before this one. */
  tried?: number;
}

interface Change extends Tried {
  /** Of the subscription after the change. */
  serial: number;
  at: string;
}

const stripeQueue = { name: "stripe", concurrency: 50, share: 5 };
const followInvoices = defineWorkflow<Change>("billing-follow-invoices", { name: "billing", concurrency: 5, share: 2 });
const followStripe = defineWorkflow<Change>("billing-follow-stripe", stripeQueue);
const collectOpen = defineWorkflow<Tried>("billing-collect-open", stripeQueue);
interface NewInvoice extends Retried {
  tenantId: string;
  invoiceId: string;
}

const sendInvoice = defineWorkflow<NewInvoice>("send-invoice", messageQueue);

export function collectJob(tenantId: string, eventId: string): Job {
  return collectOpen.job(`billing-collect-${eventId}`, { tenantId });
}

/** Brings Stripe in line with a change. `cause` is equal when the same change asks again. */
export function followStripeJob(tenantId: string, serial: number, cause: string, at: Date): Job {
  return followStripe.job(`billing-stripe-${tenantId}-${cause}`, { tenantId, serial, at: at.toISOString() });
}

export function billingJobs(
  core: Core,
  providers: Providers,
): Required<Pick<Feature, "reactions" | "workflows" | "schedules">> {
  const { mailer, clock } = core;
  return {
    reactions: [
      on(subscriptionEvents.changed, ({ data: { tenant_id: tenantId, serial } }) => {
        const at = clock.now();
        const change = { tenantId, serial, at: at.toISOString() };
        return [
          followInvoices.job(`billing-invoices-${tenantId}-${serial}`, change),
          followStripeJob(tenantId, serial, String(serial), at),
        ];
      }),
      on(invoiceEvents.issued, ({ subjectId: invoiceId, data: { tenant_id: tenantId } }) =>
        mailer ? [sendInvoice.job(`send-invoice-${invoiceId}`, { tenantId, invoiceId })] : [],
      ),
    ],
    workflows: [
      followInvoices.implement((change, run) =>
        tryOnce(core, run, change, () => providers.manual.follow(change.tenantId, new Date(change.at))),
      ),
      followStripe.implement((change, run) =>
        tryOnce(core, run, change, async () => {
          const { tenantId, serial, at } = change;
          // A later change has a job of its own. So only one job of a customer waits for Stripe.
          if (await isSuperseded(core, tenantId, serial)) return;
          await providers.stripe.follow(tenantId, new Date(at));
        }),
      ),
      collectOpen.implement((open, run) => tryOnce(core, run, open, () => providers.stripe.collect(open.tenantId))),
      sendInvoice.implement(async (named, run) => {
        if (!mailer) return;
        await keepTrying(run, named, mailer.retryMs, () => mail(core, mailer, named));
      }),
    ],
    schedules: [newInvoices(core), overdueInvoices(core), retention(core)],
  };
}

async function isSuperseded({ database, clock }: Core, tenantId: string, serial: number): Promise<boolean> {
  const subscription = await readSubscription({ db: database.tenant(tenantId), now: clock.now() }, tenantId);
  return subscription !== undefined && subscription.serial > serial;
}

const waitsMs = [5_000, 30_000, 120_000, 600_000, 3_600_000, 3_600_000, 6 * 3_600_000, 12 * 3_600_000];

/** Tries work with a provider again for a day. The pauses hold no place of the queue. */
async function tryOnce({ log }: Core, run: WorkflowRun, input: Tried, work: () => Promise<void>): Promise<void> {
  const { tried = 0 } = input;
  const isDone = await run.step("attempt", async () => {
    try {
      await work();
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ workflow: run.id, reason }, "the payment provider was not brought in line");
      return false;
    }
  });
  const waitMs = waitsMs[tried];
  if (!isDone && waitMs !== undefined) await run.again(waitMs, { ...input, tried: tried + 1 });
}

/** Issues the invoices of periods that have begun. */
function newInvoices(core: Core): Schedule {
  const terms = { dueDays: core.config.invoiceDueDays };
  return dueWork(core, {
    ...{ name: "billing.invoices", everyMs: 5_000, due: customersToInvoice },
    perform: ({ tenantId }) =>
      core.asAutomation(tenantId, "invoices.issue", (write) => billPeriod(write, tenantId, terms)),
  });
}

function overdueInvoices(core: Core): Schedule {
  return dueWork(core, {
    ...{ name: "billing.overdue", everyMs: 2_000, due: fallenDue },
    perform: ({ tenantId, id }) => core.asAutomation(tenantId, "invoices.overdue", (write) => fallDue(write, id)),
  });
}

/** Stripe sends an event again for three days at most. */
function retention({ database }: Core): Schedule {
  return {
    name: "billing.retention",
    everyMs: 3_600_000,
    runsOn: "one-worker",
    run: async () => {
      await database.system.run(sql`delete from stripe_events where created_at < app_now() - interval '90 days'`);
    },
  };
}

async function mail(core: Core, mailer: Mailer, { tenantId, invoiceId }: NewInvoice) {
  const db = core.database.tenant(tenantId);
  const invoice = await getInvoice(db, invoiceId);
  const { email, name } = await billingEmail(db, tenantId);
  if (!invoice || email === null || invoice.status !== "open") return undefined;
  const letter: Letter = {
    to: { name, address: email },
    messageId: `<invoice-${invoice.id}@opsplane>`,
    subject: `Invoice ${invoice.number} of Opsplane`,
    lines: [`A new invoice for ${name} is ready in the customer portal.`],
    facts: [
      ["Invoice", invoice.number ?? ""],
      ["Amount", money(invoice.total_cents, invoice.currency)],
      ["Due", invoice.due_at?.slice(0, 10) ?? ""],
    ],
    action: { label: "Open the portal", url: core.publicUrl() },
    footer: "Name the invoice number in your bank transfer.",
  };
  return mailer.send(letter);
}

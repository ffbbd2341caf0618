import { type controlOperations, type Invoice, invoiceEvents } from "@opsplane/contract/control-plane";
import { fail, type HandlersOf, type WriteContext } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { invoicesAsCsv } from "./csv.ts";
import { invoicePage } from "./document.ts";
import * as store from "./invoices.ts";
import { settle } from "./writes.ts";

export function invoiceHandlers({ config }: Core): HandlersOf<typeof controlOperations.invoices> {
  return {
    list: ({ db, query }) => store.listInvoices(db, query),

    get: async ({ db, params }) => (await store.getInvoice(db, params.id)) ?? missing(params.id),

    export: async ({ db, query, now }) => ({
      name: `invoices-${now.toISOString().slice(0, 10)}.csv`,
      mediaType: "text/csv; charset=utf-8",
      chunks: invoicesAsCsv(db, query),
    }),

    document: async ({ db, params }) => {
      const invoice = (await store.getInvoice(db, params.id)) ?? missing(params.id);
      const page = Buffer.from(invoicePage(invoice, config.invoiceIssuer));
      return {
        name: `${invoice.number ?? "draft"}.html`,
        mediaType: "text/html; charset=utf-8",
        chunks: (async function* () {
          yield page;
        })(),
      };
    },

    pay: (context) => close(context, context.params.id, { status: "paid", reference: context.body.reference }),

    void: (context) => close(context, context.params.id, { status: "void", reference: context.body.reason }),
  };
}

async function close(
  context: WriteContext,
  id: string,
  closed: { status: "paid" | "void"; reference: string },
): Promise<Invoice> {
  const { db, now, audit, announce, assertUnchanged } = context;
  const invoice = (await store.lockInvoice(db, id)) ?? missing(id);
  assertUnchanged(invoice);
  if (invoice.provider === "stripe") fail("CONFLICT", "Stripe collects this invoice; close it there.");
  if (invoice.status !== "open")
    fail(
      "INVALID_TRANSITION",
      `An invoice that is '${invoice.status}' cannot become '${closed.status}'; only an open one can.`,
    );
  await store.close(db, id, closed);
  await settle(context, invoice.tenant_id, now);
  const updated = (await store.getInvoice(db, id)) ?? missing(id);
  audit({
    target: { type: "invoice", id, name: `${invoice.number} of ${invoice.tenant_id}` },
    before: { status: invoice.status },
    after: closed,
  });
  announce(invoiceEvents.changed, id, { tenant_id: invoice.tenant_id, status: closed.status });
  return updated;
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no invoice ${id}.`);
}

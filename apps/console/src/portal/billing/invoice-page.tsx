import { Anchor, Button, Group } from "@mantine/core";
import type { Invoice } from "@opsplane/contract/control-plane";
import { IconDownload } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { TimeText } from "../../time/time.tsx";
import { saveAs } from "../../ui/attachments/save-as.ts";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useChange } from "../api.tsx";
import { useCan, useIsStaff } from "../can.ts";
import { AskButton } from "../frame/ask-button.tsx";
import { DataTable } from "../frame/data-table.tsx";
import { Facts } from "../frame/facts.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { RecordFace } from "../frame/record-face.tsx";
import { moneyText } from "../money.ts";
import { InvoiceState } from "./invoice-columns.tsx";
import { useInvoice } from "./queries.ts";

const route = getRouteApi("/invoices/$id");

export function InvoicePage() {
  const { id } = route.useParams();
  const invoice = useInvoice(id);
  return (
    <PortalPage
      title={invoice.data?.number ? `Invoice ${invoice.data.number}` : "Invoice"}
      needs="invoices:read"
      crumb={<TextLink to="/invoices">Invoices</TextLink>}
      actions={invoice.data ? <Actions invoice={invoice.data} /> : null}
    >
      {() => (
        <RecordFace
          query={invoice}
          missing="Invoice not found"
          list={<ButtonLink to="/invoices">Show invoices</ButtonLink>}
        >
          {(loaded) => <Body invoice={loaded} />}
        </RecordFace>
      )}
    </PortalPage>
  );
}

function Body({ invoice }: { invoice: Invoice }) {
  const isStaff = useIsStaff();
  const { tenant_id, tenant_name, issued_at, due_at, paid_at, reference, billed_to, hosted_url } = invoice;
  const at = (time: string | null) => (time ? <TimeText at={time} as="date" /> : undefined);
  return (
    <>
      <Panel title="Details">
        <Facts
          of={{
            State: <InvoiceState invoice={invoice} />,
            Customer: isStaff ? (
              <TextLink to="/customers/$id" params={{ id: tenant_id }}>
                {tenant_name}
              </TextLink>
            ) : (
              tenant_name
            ),
            Issued: at(issued_at),
            Due: at(due_at),
            Paid: at(paid_at),
            Reference: reference ?? undefined,
            "Billed to": [billed_to.company, billed_to.billing_email].filter(Boolean).join(", ") || undefined,
            "At Stripe": hosted_url ? (
              <Anchor inherit href={hosted_url}>
                Open the invoice
              </Anchor>
            ) : undefined,
          }}
        />
      </Panel>
      <DataTable
        rows={invoice.lines.map((line, index) => ({ ...line, key: String(index) }))}
        keyOf={({ key }) => key}
        columns={[
          { head: "Description", cell: ({ description }) => description },
          {
            head: "Period",
            wide: true,
            cell: ({ period_start, period_end }) =>
              period_start && period_end ? (
                <>
                  <TimeText at={period_start} as="date" /> to <TimeText at={period_end} as="date" />
                </>
              ) : (
                <span className="dim">–</span>
              ),
          },
          { head: "Amount", oneLine: true, cell: ({ amount_cents }) => moneyText(amount_cents, invoice.currency) },
        ]}
      />
      <Group justify="flex-end">
        <b>Total {moneyText(invoice.total_cents, invoice.currency)}</b>
      </Group>
    </>
  );
}

function Actions({ invoice }: { invoice: Invoice }) {
  const can = useCan();
  const { id, number, status } = invoice;
  const download = useChange(
    async (api, params: { id: string }) => saveAs(await api.invoices.document({ params }), `${number ?? "draft"}.html`),
    { failed: "Couldn't download the invoice" },
  );
  const pay = useChange((api, reference: string) => api.invoices.pay({ params: { id }, body: { reference } }), {
    done: () => "Payment recorded",
  });
  const cancel = useChange((api, reason: string) => api.invoices.void({ params: { id }, body: { reason } }), {
    done: () => "Invoice voided",
  });
  const open = status === "open" && can("invoices:write");
  return (
    <>
      {status === "draft" ? null : (
        <Button
          variant="default"
          leftSection={<IconDownload size={15} />}
          loading={download.isPending}
          onClick={() => download.mutate({ id })}
        >
          Download
        </Button>
      )}
      {open ? (
        <>
          <AskButton
            label="Void"
            title={`Void ${number ?? "this invoice"}?`}
            asks="Reason"
            change={cancel}
            onConfirm={(reason, close) => cancel.mutate(reason, { onSuccess: close })}
          >
            The invoice no longer has to be paid. Its number stays in use.
          </AskButton>
          <AskButton
            label="Record payment"
            title={`Record the payment of ${number ?? "this invoice"}`}
            asks="Reference of the bank transfer"
            variant="filled"
            change={pay}
            onConfirm={(reference, close) => pay.mutate(reference, { onSuccess: close })}
          >
            When no other invoice is overdue, the subscription is active again.
          </AskButton>
        </>
      ) : null}
    </>
  );
}

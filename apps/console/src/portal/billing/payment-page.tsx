import { PortalPage } from "../frame/portal-page.tsx";
import { PaymentPanel } from "./payment-panel.tsx";

/** How a customer pays, and what is printed on its invoices. */
export function PaymentPage() {
  return (
    <PortalPage
      title="Payment"
      intro="Pay by card, or by bank transfer with an invoice. The details are printed on invoices."
      needs="invoices:read"
    >
      {() => <PaymentPanel tenantId={undefined} />}
    </PortalPage>
  );
}

import { PortalPage } from "../frame/portal-page.tsx";
import { PaymentPanel } from "./payment-panel.tsx";

/** How a customer pays, and what is printed on its invoices. */
export function PaymentPage() {
  return (
    <PortalPage title="Payment" intro="How you pay. The details are printed on invoices." needs="invoices:read">
      {() => <PaymentPanel tenantId={undefined} />}
    </PortalPage>
  );
}

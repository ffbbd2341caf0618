/** The customer whose payment method changes. */
export interface PayingCustomer {
  tenantId: string;
  name: string;
  email: string | null;
  /** Of the provider; null before the first visit of its page. */
  customerId: string | null;
  /** The provider charges the customer already. */
  isSubscribed: boolean;
  /** What was invoiced before the customer changes to a card is not charged again. */
  paidUntil: Date | null;
  /** The provider's prices of what the customer has booked. */
  priceIds: readonly string[];
}

/** What the Control Plane needs of a payment provider. Payments themselves arrive as events, or are recorded by the staff. */
export interface PaymentProvider {
  /** The provider's page on which a customer enters a payment method; undefined when the portal's own form is enough. */
  paymentPage(customer: PayingCustomer): Promise<{ url: string | null; customerId: string } | undefined>;
  /** Brings what is charged in line with the subscription, which changed at this time. Safe to repeat. */
  follow(tenantId: string, at: Date): Promise<void>;
  /** Charges open invoices, after the payment method changed. Safe to repeat. */
  collect(tenantId: string): Promise<void>;
}

/** An event of a provider, already verified. */
export type ProviderEvent = { id: string; type: string; at: Date; customerId: string } & (
  | { kind: "invoice"; isPaid: boolean; invoice: ProviderInvoice }
  | {
      kind: "subscription";
      subscriptionId: string;
      end: "now" | "period_end" | null;
      priceIds: string[];
      period: Period | undefined;
    }
  | { kind: "method"; card: Card | undefined }
  | { kind: "checkout"; tenantId: string; subscriptionId: string | null }
);

export interface Period {
  start: Date;
  end: Date;
}

export interface Card {
  brand: string;
  last4: string;
  expires: string;
}

export interface ProviderInvoice {
  id: string;
  number: string | null;
  currency: string;
  totalCents: number;
  issuedAt: Date;
  dueAt: Date | null;
  hostedUrl: string | null;
  lines: { description: string; amountCents: number; period: Period | undefined }[];
}

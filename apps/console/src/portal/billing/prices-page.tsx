import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Price } from "@opsplane/contract/control-plane";
import { IconCoin } from "@tabler/icons-react";
import { useState } from "react";
import { usePaged } from "../../api/paged.ts";
import { Face } from "../../ui/faces.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { onVersion, useChange, usePortalApi } from "../api.tsx";
import { useCan } from "../can.ts";
import { DataTable } from "../frame/data-table.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { centsOf, moneyText } from "../money.ts";
import { addonWords, nameOf, periodWords, planWords } from "../words.ts";

const itemWords = { ...planWords, ...addonWords };

export function PricesPage() {
  return (
    <PortalPage
      title="Prices"
      intro="A change applies to later invoices. Invoices that exist keep their amounts."
      needs="prices:read"
    >
      {() => <PriceList />}
    </PortalPage>
  );
}

function PriceList() {
  const api = usePortalApi();
  const can = useCan();
  const prices = usePaged(["prices"], (page, call) => api.prices.list({ query: page }, call));
  const [edited, setEdited] = useState<Price>();
  return (
    <>
      <PagedFace list={prices} empty={<Face icon={<IconCoin size={20} />} title="No prices" />}>
        {(items) => (
          <DataTable
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              { head: "Plan or add-on", cell: ({ item }) => nameOf(itemWords, item) },
              { head: "Period", cell: ({ billing_period }) => periodWords[billing_period] },
              { head: "Price", cell: ({ cents, currency }) => moneyText(cents, currency) },
              {
                head: "Stripe price",
                wide: true,
                cell: ({ stripe_price_id }) =>
                  stripe_price_id ? <span className="mono">{stripe_price_id}</span> : <span className="dim">none</span>,
              },
            ]}
            actions={
              can("prices:write")
                ? (price) => (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Edit ${nameOf(itemWords, price.item)}, ${periodWords[price.billing_period]}`}
                      onClick={() => setEdited(price)}
                    >
                      Edit
                    </Button>
                  )
                : undefined
            }
          />
        )}
      </PagedFace>
      {edited ? <PriceDialog price={edited} onClose={() => setEdited(undefined)} /> : null}
    </>
  );
}

interface PriceDraft {
  amount: string;
  currency: string;
  stripe: string;
}

function PriceDialog({ price, onClose }: { price: Price; onClose: () => void }) {
  const save = useChange(
    (api, { amount, currency, stripe }: PriceDraft) =>
      api.prices.update(
        {
          params: { id: price.id },
          body: { cents: centsOf(amount) ?? price.cents, currency, stripe_price_id: stripe.trim() || null },
        },
        onVersion(price.version),
      ),
    { done: () => "Price saved" },
  );
  const form = useForm<PriceDraft>({
    initialValues: {
      amount: (price.cents / 100).toFixed(2),
      currency: price.currency,
      stripe: price.stripe_price_id ?? "",
    },
    validate: {
      amount: (amount) => (centsOf(amount) === undefined ? "Enter an amount such as 49 or 49.90." : null),
      currency: (currency) => (/^[A-Z]{3}$/.test(currency) ? null : "Use three capital letters such as USD."),
    },
  });
  return (
    <FormDialog
      title={`${nameOf(itemWords, price.item)}, ${periodWords[price.billing_period].toLowerCase()}`}
      submit="Save"
      isDirty={form.isDirty()}
      pending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={form.onSubmit((draft) => save.mutate(draft, { onSuccess: onClose }))}
    >
      <TextInput label="Price" inputMode="decimal" data-autofocus {...form.getInputProps("amount")} />
      <TextInput label="Currency" maxLength={3} {...form.getInputProps("currency")} />
      <TextInput
        label="Stripe price"
        description="ID of the price at Stripe, for payments by card"
        maxLength={200}
        {...form.getInputProps("stripe")}
      />
    </FormDialog>
  );
}

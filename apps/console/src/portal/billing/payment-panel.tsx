import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { PaymentMethod } from "@opsplane/contract/control-plane";
import { IconCreditCard } from "@tabler/icons-react";
import { FormProblem } from "../../ui/form-problem.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { useChange } from "../api.tsx";
import { useCan, useIsStaff } from "../can.ts";
import { AskButton } from "../frame/ask-button.tsx";
import { usePaymentMethod } from "./queries.ts";

/** The staff names the customer; a customer means itself. */
export function PaymentPanel({ tenantId }: { tenantId: string | undefined }) {
  const method = usePaymentMethod(tenantId);
  return (
    <QueryFace query={method}>
      {(loaded) => (
        <>
          <Panel title="Payment method">
            <Method method={loaded} tenantId={tenantId} />
          </Panel>
          <Panel title="Details for invoices">
            <Details key={loaded.updated_at} method={loaded} tenantId={tenantId} />
          </Panel>
        </>
      )}
    </QueryFace>
  );
}

interface PartProps {
  method: PaymentMethod;
  tenantId: string | undefined;
}

const named = (tenantId: string | undefined) => (tenantId === undefined ? {} : { tenant_id: tenantId });

function Method({ method: { provider, card, card_available }, tenantId }: PartProps) {
  const can = useCan();
  const isStaff = useIsStaff();
  const toStripe = useChange((api, _: undefined) =>
    api.billing.setPaymentMethod({ body: { ...named(tenantId), provider: "stripe" } }),
  );
  const toInvoices = useChange(
    (api, _: undefined) => api.billing.setPaymentMethod({ body: { ...named(tenantId), provider: "manual" } }),
    { done: () => "The customer pays by invoice" },
  );
  const enterCard = () =>
    toStripe.mutate(undefined, {
      onSuccess: ({ url }) => {
        if (url) location.assign(url);
      },
    });
  return (
    <Stack gap="sm">
      <Text size="sm">
        {provider === "manual" ? "Bank transfer, with invoices by email." : null}
        {provider === "stripe" && card ? `${card.brand} ending in ${card.last4}, valid until ${card.expires}.` : null}
        {provider === "stripe" && !card ? "Card at Stripe. No card is known yet." : null}
      </Text>
      <FormProblem error={toStripe.error} />
      {can("billing:write") && !isStaff && card_available ? (
        <Group>
          <Button leftSection={<IconCreditCard size={15} />} loading={toStripe.isPending} onClick={enterCard}>
            {provider === "stripe" ? "Change card at Stripe" : "Pay by card"}
          </Button>
        </Group>
      ) : null}
      {can("billing:write") && isStaff && provider === "stripe" ? (
        <Group>
          <AskButton
            label="Change to invoices"
            title="Change to invoices?"
            change={toInvoices}
            onConfirm={(_, close) => toInvoices.mutate(undefined, { onSuccess: close })}
          >
            The subscription at Stripe ends. Invoices begin after the paid period.
          </AskButton>
        </Group>
      ) : null}
    </Stack>
  );
}

type Draft = Record<"company" | "billing_email" | "address" | "vat_id" | "po_number", string>;

function Details({ method, tenantId }: PartProps) {
  const can = useCan();
  const readOnly = !can("billing:write");
  const save = useChange(
    (api, draft: Draft) =>
      api.billing.setPaymentMethod({
        body: {
          ...named(tenantId),
          company: draft.company.trim() || null,
          billing_email: draft.billing_email.trim() || null,
          address: draft.address.trim() || null,
          vat_id: draft.vat_id.trim() || null,
          po_number: draft.po_number.trim() || null,
        },
      }),
    { done: () => "Details saved" },
  );
  const form = useForm<Draft>({
    initialValues: {
      company: method.company ?? "",
      billing_email: method.billing_email ?? "",
      address: method.address ?? "",
      vat_id: method.vat_id ?? "",
      po_number: method.po_number ?? "",
    },
    validate: {
      billing_email: (email) =>
        email.trim() === "" || /^\S+@\S+\.\S+$/.test(email.trim()) ? null : "Enter an email address.",
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((draft) => save.mutate(draft))}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput label="Company" maxLength={200} readOnly={readOnly} {...form.getInputProps("company")} />
          <TextInput
            label="Email for invoices"
            type="email"
            maxLength={254}
            readOnly={readOnly}
            {...form.getInputProps("billing_email")}
          />
          <TextInput label="VAT ID" maxLength={50} readOnly={readOnly} {...form.getInputProps("vat_id")} />
          <TextInput label="Purchase order" maxLength={100} readOnly={readOnly} {...form.getInputProps("po_number")} />
        </SimpleGrid>
        <Textarea
          label="Address"
          autosize
          minRows={2}
          maxLength={1000}
          readOnly={readOnly}
          {...form.getInputProps("address")}
        />
        <FormProblem error={save.error} />
        {readOnly ? null : (
          <Group>
            <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

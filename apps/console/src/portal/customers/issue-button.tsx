import { Button, NumberInput, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Customer } from "@opsplane/contract/control-plane";
import { IconCertificate } from "@tabler/icons-react";
import { useState } from "react";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useChange } from "../api.tsx";

/** A license in three clicks: the customer, this button, Issue. */
export function IssueButton({ customer }: { customer: Customer }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button leftSection={<IconCertificate size={15} />} onClick={open}>
        Issue license
      </Button>
      {opened ? <IssueDialog customer={customer} onClose={close} /> : null}
    </>
  );
}

const usualDays = 365;

function IssueDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [days, setDays] = useState<number | string>(usualDays);
  const issue = useChange(
    (api, given: number) => api.licenses.issue({ body: { tenant_id: customer.id, days: given } }),
    { done: () => "License issued" },
  );
  const valid = typeof days === "number" && days >= 1 && days <= 3660;
  return (
    <FormDialog
      title={`Issue a license for ${customer.name}`}
      submit="Issue"
      isDirty={days !== usualDays}
      pending={issue.isPending}
      error={issue.error}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) issue.mutate(days, { onSuccess: onClose });
      }}
    >
      <Text size="sm">It has the plan and the add-ons of the subscription.</Text>
      <NumberInput
        label="Days"
        min={1}
        max={3660}
        allowDecimal={false}
        value={days}
        onChange={setDays}
        error={valid ? null : "Enter a number from 1 to 3660."}
      />
    </FormDialog>
  );
}

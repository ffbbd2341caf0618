import { MultiSelect, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type AddonId, addonIds, type PlanId, planIds } from "@opsplane/contract";
import {
  type BillingPeriod,
  billingPeriods,
  type DeploymentMode,
  deploymentModes,
  hostedModes,
} from "@opsplane/contract/control-plane";
import { useNavigate } from "@tanstack/react-router";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { optionsOf } from "../../ui/words.ts";
import { useChange } from "../api.tsx";
import { useDeployments } from "../deployments/queries.ts";
import { isSlug, slugOf } from "../welcome/slug.ts";
import { addonWords, modeWords, periodWords, planWords } from "../words.ts";

interface Draft {
  id: string;
  name: string;
  contact_name: string;
  contact_email: string;
  mode: DeploymentMode;
  deployment_id: string;
  plan_id: PlanId;
  addons: AddonId[];
  billing_period: BillingPeriod;
}

const blank: Draft = {
  id: "",
  name: "",
  contact_name: "",
  contact_email: "",
  mode: "byoc",
  deployment_id: "",
  plan_id: "operations",
  addons: [],
  billing_period: "annual",
};

const isHosted = (mode: DeploymentMode) => hostedModes.includes(mode);

/** The staff creates a customer without self-signup. */
export function NewCustomerDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useChange(
    (api, { deployment_id, ...draft }: Draft) =>
      api.tenants.create({ body: { ...draft, ...(isHosted(draft.mode) ? { deployment_id } : {}) } }),
    { done: ({ name }) => `${name} is created` },
  );
  const form = useForm<Draft>({
    initialValues: blank,
    validate: {
      name: (name) => (name.trim() ? null : "Enter the name of the organization."),
      id: (id) => (isSlug(id) ? null : "Use lowercase letters, digits and dashes, and begin with a letter."),
      contact_name: (name) => (name.trim() ? null : "Enter the name of the contact."),
      contact_email: (email) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : "Enter an email address."),
      deployment_id: (id, { mode }) => (isHosted(mode) && !id ? "Choose the deployment of the tenant." : null),
    },
  });
  const { name, id, mode } = form.values;
  return (
    <FormDialog
      title="New customer"
      submit="Create customer"
      size="lg"
      isDirty={form.isDirty()}
      pending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={form.onSubmit((draft) =>
        create.mutate(
          { ...draft, name: draft.name.trim(), contact_email: draft.contact_email.trim() },
          { onSuccess: (customer) => void navigate({ to: "/customers/$id", params: { id: customer.id } }) },
        ),
      )}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label="Organization"
          data-autofocus
          maxLength={200}
          {...form.getInputProps("name")}
          onChange={(event) => {
            const written = event.currentTarget.value;
            // The id follows the name until the person writes another one.
            if (id === slugOf(name)) form.setFieldValue("id", slugOf(written));
            form.setFieldValue("name", written);
          }}
        />
        <TextInput label="ID" maxLength={63} {...form.getInputProps("id")} />
        <TextInput label="Contact" maxLength={200} {...form.getInputProps("contact_name")} />
        <TextInput label="Email of the contact" type="email" maxLength={254} {...form.getInputProps("contact_email")} />
        <Select
          label="Mode"
          allowDeselect={false}
          data={optionsOf(deploymentModes, modeWords)}
          {...form.getInputProps("mode")}
        />
        {isHosted(mode) ? <DeploymentSelect mode={mode} {...form.getInputProps("deployment_id")} /> : null}
        <Select
          label="Plan"
          allowDeselect={false}
          data={optionsOf(planIds, planWords)}
          {...form.getInputProps("plan_id")}
        />
        <Select
          label="Billing period"
          allowDeselect={false}
          data={optionsOf(billingPeriods, periodWords)}
          {...form.getInputProps("billing_period")}
        />
        <MultiSelect label="Add-ons" data={optionsOf(addonIds, addonWords)} {...form.getInputProps("addons")} />
      </SimpleGrid>
    </FormDialog>
  );
}

interface DeploymentSelectProps {
  mode: DeploymentMode;
  value?: string;
  error?: string;
  onChange: (value: string | null) => void;
}

function DeploymentSelect({ mode, ...input }: DeploymentSelectProps) {
  const deployments = useDeployments({ mode });
  const data = (deployments.data?.items ?? []).map(({ id, name, region }) => ({
    value: id,
    label: `${name} (${region})`,
  }));
  return <Select label="Deployment" searchable data={data} {...input} />;
}

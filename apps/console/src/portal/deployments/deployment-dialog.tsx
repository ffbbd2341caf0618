import { Checkbox, PasswordInput, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import {
  type Deployment,
  type DeploymentMode,
  deploymentModes,
  hostedModes,
  type ReleaseChannel,
  releaseChannels,
} from "@opsplane/contract/control-plane";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { optionsOf } from "../../ui/words.ts";
import { onVersion, type PortalApi, useChange } from "../api.tsx";
import { isSlug } from "../welcome/slug.ts";
import { channelWords, modeWords } from "../words.ts";

interface Draft {
  id: string;
  name: string;
  mode: DeploymentMode;
  region: string;
  url: string;
  channel: ReleaseChannel;
  is_default: boolean;
  service_secret: string;
}

interface DeploymentDialogProps {
  /** Absent for a new one. */
  deployment: Deployment | undefined;
  onClose: () => void;
}

/** Registers or edits a deployment. The service secret is never shown; an empty field keeps it. */
export function DeploymentDialog({ deployment, onClose }: DeploymentDialogProps) {
  const save = useChange((api, draft: Draft) => saved(api, deployment, draft), {
    done: ({ name }) => `${name} is saved`,
  });
  const form = useForm<Draft>({
    initialValues: draftOf(deployment),
    validate: {
      id: (id) => (isSlug(id) ? null : "Use lowercase letters, digits and dashes, and begin with a letter."),
      name: (name) => (name.trim() ? null : "Enter a name."),
      region: (region) => (/^[a-z][a-z0-9-]{0,39}$/.test(region) ? null : "Enter a region such as eu or us-east."),
      url: (url, { mode }) => (hostedModes.includes(mode) && !/^https?:\/\//.test(url) ? "Enter its address." : null),
      service_secret: (secret, { mode }) =>
        needsSecret(deployment, mode, secret) ? "Enter at least 16 characters." : null,
    },
  });
  return (
    <FormDialog
      title={deployment ? `Edit ${deployment.name}` : "New deployment"}
      submit="Save"
      size="lg"
      isDirty={form.isDirty()}
      pending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={form.onSubmit((draft) => save.mutate(draft, { onSuccess: onClose }))}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="Name" data-autofocus maxLength={200} {...form.getInputProps("name")} />
        <TextInput label="ID" maxLength={63} disabled={deployment !== undefined} {...form.getInputProps("id")} />
        <Select
          label="Mode"
          allowDeselect={false}
          disabled={deployment !== undefined}
          data={optionsOf(deploymentModes, modeWords)}
          {...form.getInputProps("mode")}
        />
        <TextInput label="Region" maxLength={40} {...form.getInputProps("region")} />
        <TextInput label="Address" type="url" maxLength={500} {...form.getInputProps("url")} />
        <Select
          label="Release channel"
          allowDeselect={false}
          data={optionsOf(releaseChannels, channelWords)}
          {...form.getInputProps("channel")}
        />
        <PasswordInput
          label="Service secret"
          description={
            deployment?.has_service_secret ? "Empty keeps the current one." : "SERVICE_SECRET of the deployment"
          }
          autoComplete="off"
          maxLength={500}
          {...form.getInputProps("service_secret")}
        />
      </SimpleGrid>
      <Checkbox label="Takes the signups of its region" {...form.getInputProps("is_default", { type: "checkbox" })} />
    </FormDialog>
  );
}

function draftOf(deployment: Deployment | undefined): Draft {
  return {
    id: deployment?.id ?? "",
    name: deployment?.name ?? "",
    mode: deployment?.mode ?? "shared_saas",
    region: deployment?.region ?? "",
    url: deployment?.url ?? "",
    channel: deployment?.channel ?? "stable",
    is_default: deployment?.is_default ?? false,
    service_secret: "",
  };
}

function needsSecret(deployment: Deployment | undefined, mode: DeploymentMode, secret: string): boolean {
  if (secret !== "") return secret.length < 16;
  return hostedModes.includes(mode) && !deployment?.has_service_secret;
}

function saved(api: PortalApi, deployment: Deployment | undefined, draft: Draft): Promise<Deployment> {
  const { id, mode, service_secret, url, ...rest } = draft;
  const fields = {
    ...rest,
    name: rest.name.trim(),
    url: url.trim() || null,
    ...(service_secret ? { service_secret } : {}),
  };
  return deployment
    ? api.deployments.update({ params: { id }, body: fields }, onVersion(deployment.version))
    : api.deployments.create({ body: { id, mode, ...fields } });
}

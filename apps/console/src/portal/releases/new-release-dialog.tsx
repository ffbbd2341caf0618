import { Select, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ReleaseChannel, releaseChannels } from "@opsplane/contract/control-plane";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { optionsOf } from "../../ui/words.ts";
import { useChange } from "../api.tsx";
import { channelWords } from "../words.ts";
import { checksumsIn } from "./checksums.ts";

const semantic = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

interface Draft {
  version: string;
  channel: ReleaseChannel;
  notes: string;
  min_version: string;
  checksums: string;
}

export function NewReleaseDialog({ onClose }: { onClose: () => void }) {
  const create = useChange(
    (api, { version, channel, notes, min_version, checksums }: Draft) =>
      api.releases.create({
        body: { version, channel, notes, min_version: min_version || null, checksums: checksumsIn(checksums) ?? [] },
      }),
    { done: ({ version }) => `${version} is published` },
  );
  const form = useForm<Draft>({
    initialValues: { version: "", channel: "stable", notes: "", min_version: "", checksums: "" },
    validate: {
      version: (version) => (semantic.test(version) ? null : "Enter a version such as 1.4.2."),
      min_version: (version) => (version === "" || semantic.test(version) ? null : "Enter a version such as 1.2.0."),
      checksums: (text) =>
        checksumsIn(text) === undefined ? "Enter a SHA-256 checksum and a file name on each line." : null,
    },
  });
  return (
    <FormDialog
      title="New release"
      submit="Publish"
      size="lg"
      isDirty={form.isDirty()}
      pending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={form.onSubmit((draft) => create.mutate(draft, { onSuccess: onClose }))}
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        <TextInput label="Version" data-autofocus maxLength={100} {...form.getInputProps("version")} />
        <Select
          label="Channel"
          allowDeselect={false}
          data={optionsOf(releaseChannels, channelWords)}
          {...form.getInputProps("channel")}
        />
        <TextInput
          label="Upgrades from"
          placeholder="any version"
          maxLength={100}
          {...form.getInputProps("min_version")}
        />
      </SimpleGrid>
      <Textarea
        label="Notes"
        description="Markdown"
        autosize
        minRows={4}
        maxRows={14}
        maxLength={50_000}
        {...form.getInputProps("notes")}
      />
      <Textarea
        label="Checksums"
        description="As sha256sum writes them: a checksum and a file name on each line"
        autosize
        minRows={2}
        maxRows={8}
        classNames={{ input: "mono" }}
        {...form.getInputProps("checksums")}
      />
    </FormDialog>
  );
}

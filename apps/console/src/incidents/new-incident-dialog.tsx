import { Input, Modal, SegmentedControl, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { getHotkeyHandler } from "@mantine/hooks";
import { type Severity, severities } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { ItemsPicker } from "../cmdb/index.ts";
import { PersonSelect } from "../directory/person-select.tsx";
import { severityWords } from "../records/severity-badge.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { useOnceKey } from "../ui/once-key.ts";
import { useCreateIncident } from "./mutations.ts";

interface Fields {
  title: string;
  severity: Severity;
  description: string;
  source: string;
  assigned_to: string | null;
  ci_ids: string[];
}

export function NewIncidentDialog({ ciIds, onClose }: { ciIds: string[]; onClose: () => void }) {
  const navigate = useNavigate();
  const create = useCreateIncident();
  const key = useOnceKey();
  const form = useForm<Fields>({
    initialValues: { title: "", severity: "P3", description: "", source: "", assigned_to: null, ci_ids: ciIds },
    validate: { title: (title) => (title.trim() ? null : "Enter a title.") },
  });

  const submit = form.onSubmit(({ title, severity, description, source, assigned_to, ci_ids }) => {
    const fields = {
      title: title.trim(),
      severity,
      description,
      source,
      ci_ids,
      ...(assigned_to ? { assigned_to } : {}),
    };
    create.mutate(
      { fields, key },
      {
        onSuccess: ({ reference }) => {
          onClose();
          void navigate({ to: "/incidents/$reference", params: { reference } });
        },
      },
    );
  });

  return (
    <Modal opened onClose={onClose} title="New incident" size="lg" closeOnClickOutside={!form.isDirty()}>
      <form onSubmit={submit} noValidate onKeyDown={getHotkeyHandler([["mod+Enter", () => submit()]])}>
        <Stack gap="md">
          <TextInput
            label="Title"
            placeholder="Checkout returning 502s in eu-west"
            withAsterisk
            maxLength={300}
            data-autofocus
            {...form.getInputProps("title")}
          />
          <Input.Wrapper label="Severity" description={severityWords[form.values.severity]}>
            <SegmentedControl
              fullWidth
              mt={4}
              data={[...severities]}
              {...form.getInputProps("severity")}
              aria-label="Severity"
            />
          </Input.Wrapper>
          <Textarea
            label="Description"
            description="What are you seeing, since when, and what have you tried?"
            autosize
            minRows={4}
            maxRows={14}
            {...form.getInputProps("description")}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <PersonSelect
              label="Assignee"
              placeholder="Unassigned"
              value={form.values.assigned_to}
              onChange={(id) => form.setFieldValue("assigned_to", id)}
            />
            <TextInput
              label="Source"
              placeholder="e.g. Grafana, customer report"
              maxLength={200}
              {...form.getInputProps("source")}
            />
          </SimpleGrid>
          <ItemsPicker label="Affected items" size="sm" {...form.getInputProps("ci_ids")} value={form.values.ci_ids} />
          <DialogFoot submit="Create incident" pending={create.isPending} error={create.error} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

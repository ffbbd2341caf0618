import { Button, Group, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { getHotkeyHandler } from "@mantine/hooks";
import type { Incident } from "@opsplane/contract";
import { useState } from "react";
import { useProfile } from "../session/context.tsx";
import { useUpdateIncident } from "./mutations.ts";

export function ResolveDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { user } = useProfile();
  const update = useUpdateIncident(incident);
  const [notes, setNotes] = useState(incident.resolution_notes ?? "");
  const [by, setBy] = useState(user.email);
  const resolve = () =>
    update.mutate(
      { patch: { status: "resolved", resolution_notes: notes, ...(by.trim() ? { resolved_by: by.trim() } : {}) } },
      { onSuccess: onClose },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Resolve ${incident.reference}`}
      size="lg"
      closeOnClickOutside={notes === ""}
    >
      <Stack gap="md" onKeyDown={getHotkeyHandler([["mod+Enter", resolve]])}>
        <Textarea
          label="Resolution notes"
          description="What was the cause, and what fixed it?"
          autosize
          minRows={5}
          maxRows={16}
          data-autofocus
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        <TextInput
          label="Resolved by"
          value={by}
          maxLength={254}
          onChange={(event) => setBy(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button size="sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" loading={update.isPending} onClick={resolve}>
            Resolve
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

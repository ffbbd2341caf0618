import { Alert, Button, Group, TextInput } from "@mantine/core";
import type { TextEdit } from "./text-edit.ts";

export function TitleEditor({ edit, onClose }: { edit: TextEdit; onClose: () => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (edit.draft.trim()) edit.save();
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          size="sm"
          aria-label="Title"
          maxLength={300}
          autoFocus
          value={edit.draft}
          error={edit.draft.trim() ? undefined : "Enter a title."}
          onChange={(event) => edit.setDraft(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && onClose()}
        />
        <Button type="submit" size="sm" loading={edit.saving}>
          Save
        </Button>
        <Button size="sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
      {edit.theirs === undefined ? null : (
        <Alert color="yellow" variant="light" p="sm" mt="xs" role="alert">
          The title was changed to “{edit.theirs}”. Your version is kept above.{" "}
          <Button size="compact-xs" variant="default" onClick={edit.keepMine}>
            Keep my version
          </Button>
        </Alert>
      )}
    </form>
  );
}

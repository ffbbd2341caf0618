import { Button, Group, Input, SegmentedControl, Stack, TextInput } from "@mantine/core";
import type { Notice } from "@opsplane/contract";
import { SettingsPage } from "../settings/index.ts";
import { TimeField } from "../time/time-field.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { RecordConflict } from "../ui/record-conflict.tsx";
import { useRecordDraft } from "../ui/record-draft.ts";
import { useClearNotice, useNotice, useSaveNotice } from "./queries.ts";

export function NoticePage() {
  const query = useNotice();
  return (
    <SettingsPage title="Notice" intro="A message that everyone sees at the top of every page." needs="admin:notice">
      {() => <QueryFace query={query}>{(notice) => <NoticeForm notice={notice} />}</QueryFace>}
    </SettingsPage>
  );
}

const draftOf = ({ text, level, ends_at }: Notice) => ({ text, level, ends_at: ends_at ?? "" });

function NoticeForm({ notice }: { notice: Notice }) {
  const edit = useRecordDraft(notice, draftOf, useSaveNotice());
  const clear = useClearNotice();
  const { text, level, ends_at } = edit.draft;
  return (
    <Panel title="Shown to everyone">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          edit.save({ text, level, ends_at: ends_at === "" ? null : ends_at });
        }}
      >
        <Stack gap="md">
          <TextInput
            size="sm"
            label="Text"
            maxLength={500}
            value={text}
            onChange={(event) => edit.set({ text: event.currentTarget.value })}
          />
          <Group align="flex-end" gap="md">
            <Input.Wrapper label="Level">
              <SegmentedControl
                size="sm"
                display="flex"
                w="fit-content"
                mt={4}
                aria-label="Level"
                data={[
                  { value: "info", label: "Info" },
                  { value: "warning", label: "Warning" },
                ]}
                value={level}
                onChange={(value) => edit.set({ level: value === "warning" ? "warning" : "info" })}
              />
            </Input.Wrapper>
            <TimeField
              size="sm"
              label="Ends"
              description="Leave empty to show it until it is cleared"
              value={ends_at}
              onChange={(iso) => edit.set({ ends_at: iso })}
            />
          </Group>
          <RecordConflict
            {...edit.conflictFace}
            what="the notice"
            theirs={(field) => String(Reflect.get(draftOf(notice), field) || "None")}
          />
          <FormProblem error={edit.error ?? clear.error} />
          <Group justify="flex-end" gap="sm">
            {notice.text ? (
              <Button size="sm" variant="default" loading={clear.isPending} onClick={() => clear.mutate()}>
                Clear notice
              </Button>
            ) : null}
            <Button size="sm" type="submit" loading={edit.saving} disabled={!edit.isChanged || text.trim() === ""}>
              Show notice
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

import { TagsInput, Textarea, TextInput } from "@mantine/core";
import { useClassChoice } from "../../cmdb/index.ts";
import { MarkdownField } from "../../ui/markdown-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useRunbookNames } from "../queries.ts";
import type { RunbookDraft } from "./draft.ts";
import classes from "./editor.module.css";
import { anchorOf } from "./problems.ts";

interface DetailsPanelProps {
  draft: RunbookDraft;
  problem: string | undefined;
  onChange: (changes: Partial<RunbookDraft>) => void;
}

export function DetailsPanel({ draft, problem, onChange }: DetailsPanelProps) {
  const classChoice = useClassChoice();
  const tags = [...new Set(useRunbookNames().data?.flatMap((runbook) => runbook.tags))];
  return (
    <Panel title="Details">
      <div className={classes.fields}>
        <TextInput
          id={anchorOf("name")}
          label="Name"
          withAsterisk
          maxLength={200}
          placeholder="Free disk space"
          error={problem}
          value={draft.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          autosize
          minRows={1}
          maxRows={6}
          maxLength={2000}
          value={draft.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
        <MarkdownField
          label="Notes"
          description="When to use it, what to check first, who to ask"
          value={draft.notes}
          onChange={(notes) => onChange({ notes })}
        />
        <div className={classes.pair}>
          <TagsInput
            label="Tags"
            maxTags={30}
            placeholder={draft.tags.length > 0 ? "" : "Type, then Enter"}
            data={tags}
            value={draft.tags}
            onChange={(next) => onChange({ tags: next })}
          />
          <TagsInput
            label="For CI classes"
            maxTags={50}
            placeholder={draft.ci_classes.length > 0 ? "" : "Such as Server"}
            data={classChoice.suggestions}
            value={draft.ci_classes.map(classChoice.labelOf)}
            onChange={(words) => onChange({ ci_classes: [...new Set(words.map(classChoice.named))] })}
          />
          <TagsInput
            label="For services"
            maxTags={50}
            placeholder={draft.services.length > 0 ? "" : "Such as checkout"}
            value={draft.services}
            onChange={(services) => onChange({ services })}
          />
        </div>
      </div>
    </Panel>
  );
}

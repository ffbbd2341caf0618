import { Stack, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import type { ChangeType } from "@opsplane/contract";
import { MarkdownField } from "../ui/markdown-field.tsx";
import { Panel } from "../ui/panel.tsx";
import { TypeField } from "./type-field.tsx";

export type ChangeText = "description" | "implementation_plan" | "test_plan" | "rollback_plan";

interface ChangeTextsProps<Type extends ChangeType> {
  title: GetInputPropsReturnType;
  placeholder: string;
  types: readonly Type[];
  type: Type;
  onType: (type: Type) => void;
  texts: Readonly<Record<ChangeText, string>>;
  onText: (field: ChangeText, value: string) => void;
}

/** Title, type, description and plans of a change. */
export function ChangeTexts<Type extends ChangeType>(props: ChangeTextsProps<Type>) {
  const { title, placeholder, types, type, onType, texts, onText } = props;
  const text = (field: ChangeText) => ({
    value: texts[field],
    onChange: (value: string) => onText(field, value),
  });
  return (
    <>
      <Panel title="Overview">
        <Stack gap="md">
          <TextInput label="Title" placeholder={placeholder} withAsterisk maxLength={300} {...title} />
          <TypeField types={types} value={type} onChange={onType} />
          <MarkdownField label="Description" description="What is changing, and why now?" {...text("description")} />
        </Stack>
      </Panel>
      <Panel title="Plans">
        <Stack gap="md">
          <MarkdownField
            label="Implementation plan"
            description="Steps, in order, with owners"
            {...text("implementation_plan")}
          />
          <MarkdownField label="Test plan" description="How you will verify that it worked" {...text("test_plan")} />
          <MarkdownField
            label="Rollback plan"
            description="How to roll back, and the point of no return"
            {...text("rollback_plan")}
          />
        </Stack>
      </Panel>
    </>
  );
}

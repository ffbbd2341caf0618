import {
  Autocomplete,
  Input,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from "@mantine/core";
import { ChainSelect } from "../approvals/index.ts";
import { RunbookSelect } from "../runbooks/index.ts";
import { MarkdownField } from "../ui/markdown-field.tsx";
import { Panel } from "../ui/panel.tsx";
import type { CatalogDraft } from "./catalog-draft.ts";
import { IconField } from "./icon-field.tsx";
import { useCategories } from "./queries.ts";

interface ItemFieldsProps {
  draft: CatalogDraft;
  problems: Partial<Record<"name" | "runbook_id", string>>;
  onChange: (changes: Partial<CatalogDraft>) => void;
}

export function ItemFields({ draft, problems, onChange }: ItemFieldsProps) {
  const categories = useCategories().data ?? [];
  return (
    <>
      <Panel title="Item">
        <Stack gap="md">
          <TextInput
            label="Name"
            withAsterisk
            maxLength={200}
            placeholder="Laptop for a new hire"
            error={problems.name}
            value={draft.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <Autocomplete
              size="sm"
              label="Category"
              maxLength={100}
              data={categories.map(({ category }) => category).filter(Boolean)}
              value={draft.category}
              onChange={(category) => onChange({ category })}
            />
            <IconField value={draft.icon} onChange={(icon) => onChange({ icon })} />
          </SimpleGrid>
          <MarkdownField
            label="Description"
            description="What's included, and what should people know first?"
            maxLength={20_000}
            value={draft.description}
            onChange={(description) => onChange({ description })}
          />
          <Switch
            size="xs"
            label="Enabled"
            description="Only enabled items can be requested"
            checked={draft.enabled}
            onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
          />
        </Stack>
      </Panel>
      <Panel title="Approval and fulfillment">
        <Stack gap="md">
          <ChainSelect
            label="Approval chain"
            otherwise="No approval needed"
            value={draft.workflow_definition_id}
            onChange={(workflow_definition_id) => onChange({ workflow_definition_id })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <Input.Wrapper label="Fulfilled" labelElement="div">
              <div>
                <SegmentedControl
                  size="sm"
                  mt={4}
                  aria-label="Fulfilled"
                  data={[
                    { value: "manual", label: "Manual" },
                    { value: "runbook", label: "Automatic (runbook)" },
                  ]}
                  value={draft.fulfillment_type}
                  onChange={(type) => onChange({ fulfillment_type: type === "runbook" ? "runbook" : "manual" })}
                />
              </div>
            </Input.Wrapper>
            {draft.fulfillment_type === "runbook" ? (
              <RunbookSelect
                label="Runbook"
                description="Its parameters get the inputs of the same names."
                withAsterisk
                error={problems.runbook_id}
                value={draft.runbook_id || null}
                onChange={(id) => onChange({ runbook_id: id ?? "" })}
              />
            ) : null}
            <NumberInput
              size="sm"
              label="Target time (hours)"
              description="From submission to fulfillment. Leave empty for no target."
              min={1}
              max={8760}
              allowDecimal={false}
              value={draft.target_hours ?? ""}
              onChange={(hours) => onChange({ target_hours: typeof hours === "number" ? hours : null })}
            />
          </SimpleGrid>
        </Stack>
      </Panel>
    </>
  );
}

import { Stack } from "@mantine/core";
import { SettingsPage } from "../settings/index.ts";
import { QueryFace } from "../ui/query-face.tsx";
import { CallsPanel } from "./calls-panel.tsx";
import { ProviderForm } from "./provider-form.tsx";
import { useAiSettings } from "./queries.ts";
import { UsagePanel } from "./usage-panel.tsx";

export function AiPage() {
  return (
    <SettingsPage
      title="AI"
      intro="AI features work without a provider. With one, its model writes texts and picks read-only tools; it never runs commands."
      needs="admin:ai"
    >
      {() => <Settings />}
    </SettingsPage>
  );
}

function Settings() {
  return (
    <Stack gap="lg">
      <QueryFace query={useAiSettings()}>{(settings) => <ProviderForm settings={settings} />}</QueryFace>
      <UsagePanel />
      <CallsPanel />
    </Stack>
  );
}

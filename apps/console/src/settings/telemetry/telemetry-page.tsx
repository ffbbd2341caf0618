import { Stack } from "@mantine/core";
import { QueryFace } from "../../ui/query-face.tsx";
import { SettingsPage } from "../settings-page.tsx";
import { useTelemetrySettings } from "./queries.ts";
import { RetentionForm } from "./retention-form.tsx";
import { UsagePanel } from "./usage-panel.tsx";

export function TelemetryPage() {
  return (
    <SettingsPage
      title="Telemetry"
      intro="How much logs, metrics, traces and flows came in this month, and how long they are kept."
      needs="admin:telemetry"
    >
      {() => <Settings />}
    </SettingsPage>
  );
}

function Settings() {
  return (
    <QueryFace query={useTelemetrySettings()}>
      {(settings) => (
        <Stack gap="lg">
          <UsagePanel settings={settings} />
          <RetentionForm settings={settings} />
        </Stack>
      )}
    </QueryFace>
  );
}

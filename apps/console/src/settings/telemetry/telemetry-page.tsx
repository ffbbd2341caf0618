import { Stack } from "@mantine/core";
import { QueryFace } from "../../ui/query-face.tsx";
import { SettingsPage } from "../settings-page.tsx";
import { useTelemetrySettings } from "./queries.ts";
import { RetentionForm } from "./retention-form.tsx";
import { UsageCharts } from "./usage-charts.tsx";
import { UsagePanel } from "./usage-panel.tsx";

export function TelemetryPage() {
  return (
    <SettingsPage title="Telemetry" intro="Ingested volume and data retention." needs="admin:telemetry">
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
          <UsageCharts />
          <RetentionForm settings={settings} />
        </Stack>
      )}
    </QueryFace>
  );
}

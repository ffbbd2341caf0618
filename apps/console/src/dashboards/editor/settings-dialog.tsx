import { Button, Group, Modal, Select, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { contentProblems, type DashboardLayout, refreshSeconds } from "@opsplane/contract";
import { useState } from "react";
import type { Interval } from "../../time/range.ts";
import classes from "../dashboards.module.css";
import { FormProblems } from "../form-problems.tsx";
import type { Draft } from "./use-draft.ts";
import { VariableFields } from "./variable-fields.tsx";

interface SettingsDialogProps {
  draft: Draft;
  interval: Interval;
  onApply: (draft: Draft) => void;
  onClose: () => void;
}

const refreshWords: Record<DashboardLayout["refresh_seconds"], string> = {
  0: "Off",
  10: "Every 10 seconds",
  30: "Every 30 seconds",
  60: "Every minute",
  300: "Every 5 minutes",
};

/** Name, default time range, refresh, markers and variables of a dashboard. */
export function SettingsDialog({ draft, interval, onApply, onClose }: SettingsDialogProps) {
  const [edited, setEdited] = useState(draft);
  const [tried, setTried] = useState(false);
  const { layout } = edited;
  const setLayout = (change: Partial<DashboardLayout>) => setEdited({ ...edited, layout: { ...layout, ...change } });
  const problems = [
    ...(edited.name.trim() === "" ? [{ path: "name", message: "is required" }] : []),
    ...contentProblems(layout, new Date(), "").map(({ path, message }) => ({ path: path.slice(1), message })),
  ];
  return (
    <Modal opened onClose={onClose} size="lg" title="Dashboard settings" closeOnClickOutside={edited === draft}>
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (problems.length === 0) onApply(edited);
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Name"
            data-autofocus
            maxLength={200}
            value={edited.name}
            onChange={(event) => setEdited({ ...edited, name: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2000}
            value={edited.description}
            onChange={(event) => setEdited({ ...edited, description: event.currentTarget.value })}
          />
          <div className={classes.pair}>
            <TextInput
              label="Default range from"
              placeholder="now-6h"
              maxLength={40}
              value={layout.range.from}
              onChange={(event) => setLayout({ range: { ...layout.range, from: event.currentTarget.value.trim() } })}
            />
            <TextInput
              label="Default range to"
              placeholder="now"
              maxLength={40}
              value={layout.range.to}
              onChange={(event) => setLayout({ range: { ...layout.range, to: event.currentTarget.value.trim() } })}
            />
            <Select
              label="Refresh"
              allowDeselect={false}
              data={refreshSeconds.map((seconds) => ({ value: String(seconds), label: refreshWords[seconds] }))}
              value={String(layout.refresh_seconds)}
              onChange={(chosen) =>
                setLayout({ refresh_seconds: refreshSeconds.find((seconds) => String(seconds) === chosen) ?? 0 })
              }
            />
          </div>
          <Group gap="lg">
            <Switch
              label="Show incidents on charts"
              checked={layout.markers.incidents}
              onChange={(event) =>
                setLayout({ markers: { ...layout.markers, incidents: event.currentTarget.checked } })
              }
            />
            <Switch
              label="Show changes on charts"
              checked={layout.markers.changes}
              onChange={(event) => setLayout({ markers: { ...layout.markers, changes: event.currentTarget.checked } })}
            />
          </Group>
          <VariableFields
            variables={layout.variables}
            interval={interval}
            onChange={(variables) => setLayout({ variables })}
          />
          {tried ? <FormProblems problems={problems} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Apply</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

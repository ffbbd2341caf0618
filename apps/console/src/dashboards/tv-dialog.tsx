import { Button, Group, Modal, MultiSelect, NumberInput, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDashboardSearch } from "./queries.ts";
import { writeValues } from "./search.ts";

/** Starts the TV mode, with one dashboard or several in turn. */
export function TvDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const navigate = useNavigate();
  const { data } = useDashboardSearch("", true, 200);
  const [boards, setBoards] = useState([id]);
  const [seconds, setSeconds] = useState(30);
  const start = () => {
    // The browser may refuse full screen; the page has no frame anyway.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    const first = boards.includes(id) ? id : (boards[0] ?? id);
    const rotation = boards.length > 1 ? { boards: writeValues(boards), rotate: String(seconds) } : {};
    void navigate({ to: "/reports/dashboards/$id", params: { id: first }, search: { tv: "1", ...rotation } });
  };
  return (
    <Modal opened onClose={onClose} title="TV mode">
      <Stack gap="md">
        <Text size="sm">Fills the screen, keeps it on and refreshes. Press Esc to leave.</Text>
        <MultiSelect
          label="Dashboards"
          searchable
          data={(data?.items ?? []).map((each) => ({ value: each.id, label: each.name }))}
          value={boards}
          onChange={setBoards}
        />
        {boards.length > 1 ? (
          <NumberInput
            label="Seconds for each"
            min={10}
            max={3600}
            clampBehavior="strict"
            allowDecimal={false}
            value={seconds}
            onChange={(next) => setSeconds(Math.max(10, Number(next) || 10))}
          />
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus onClick={start}>
            Start
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

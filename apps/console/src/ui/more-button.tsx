import { Button, Group } from "@mantine/core";
import { totalText } from "./total-text.ts";

export interface Growing {
  data: { items: readonly unknown[]; total: number; estimated?: boolean } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

export function MoreButton({ list }: { list: Growing }) {
  if (!list.hasNextPage || !list.data) return null;
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show more ({list.data.items.length} of {totalText(list.data.total, list.data.estimated)})
      </Button>
    </Group>
  );
}

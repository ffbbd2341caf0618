import { Button, Group } from "@mantine/core";

export interface Growing {
  data: { items: readonly unknown[]; total: number } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

export function MoreButton({ list }: { list: Growing }) {
  if (!list.hasNextPage || !list.data) return null;
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show more ({list.data.items.length} of {list.data.total})
      </Button>
    </Group>
  );
}

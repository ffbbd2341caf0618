import { ActionIcon, Stack, Tooltip } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { toastError } from "../ui/toast.tsx";
import classes from "./copilot.module.css";
import type { Turn } from "./use-conversation.ts";

const listKey = ["copilot", "conversations"];

/** Earlier conversations of this person. */
export function History({ onOpen }: { onOpen: (id: string, turns: Turn[]) => void }) {
  const api = useApi();
  const client = useQueryClient();
  const list = useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => api.copilot.conversations({ query: { limit: 100 } }, { signal }),
  });
  const open = useMutation({
    mutationFn: (id: string) => api.copilot.conversation({ params: { id } }),
    onSuccess: ({ id, items }) =>
      onOpen(
        id,
        items.map((item) => ({ key: item.id, question: item.question, answer: item, rating: item.rating })),
      ),
    onError: (error) => toastError(error),
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.copilot.removeConversation({ params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey }),
    onError: (error) => toastError(error),
  });
  return (
    <QueryFace query={list}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={classes.status}>No conversations yet. Ask a question to start one.</p>
        ) : (
          <Stack gap={2} component="ul" className={classes.history}>
            {items.map(({ id, title }) => (
              <li key={id}>
                <button type="button" className={classes.earlier} onClick={() => open.mutate(id)}>
                  {title}
                </button>
                <Tooltip label="Delete conversation">
                  <ActionIcon size="sm" aria-label={`Delete conversation: ${title}`} onClick={() => remove.mutate(id)}>
                    <IconTrash size={14} />
                  </ActionIcon>
                </Tooltip>
              </li>
            ))}
          </Stack>
        )
      }
    </QueryFace>
  );
}

import { ActionIcon, Button, Popover, Tooltip, UnstyledButton } from "@mantine/core";
import type { QueryPage, SavedQuery } from "@opsplane/contract";
import { IconBookmark, IconTrash, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { useCan, useProfile } from "../../session/context.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { useDeleteQuery, useSavedQueries } from "./queries.ts";
import { SaveDialog } from "./save-dialog.tsx";
import classes from "./saved-queries.module.css";
import { openedSearch } from "./saved-search.ts";

type Search = Readonly<Record<string, string | undefined>>;

interface SavedQueriesProps {
  page: QueryPage;
  /** The search parameters of the page. */
  search: Search;
  /** Gets the parameters of the saved query, and the shown time if it has none. */
  onOpen: (search: Record<string, string>) => void;
  /** Earlier queries, the newest first. */
  recent?: readonly string[];
  onRecent?: (query: string) => void;
}

/** The saved and the recent queries of a page. */
export function SavedQueries({ page, search, onOpen, recent = [], onRecent }: SavedQueriesProps) {
  const [opened, setOpened] = useState(false);
  const [saving, setSaving] = useState(false);
  const saved = useSavedQueries(page, opened);
  const open = (query: Record<string, string>) => {
    setOpened(false);
    onOpen(openedSearch(search, query));
  };
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" width={320} trapFocus returnFocus shadow="md">
        <Popover.Target>
          <Button variant="default" leftSection={<IconBookmark size={14} />} onClick={() => setOpened(!opened)}>
            Queries
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={8} aria-label="Saved and recent queries">
          <Button
            fullWidth
            variant="light"
            onClick={() => {
              setOpened(false);
              setSaving(true);
            }}
          >
            Save this query
          </Button>
          <div className={classes.scroll}>
            <QueryFace
              query={saved}
              isEmpty={({ items }) => items.length === 0}
              empty={<p className={classes.none}>No saved queries yet.</p>}
            >
              {({ items }) => <SavedList items={items} onOpen={open} />}
            </QueryFace>
            {recent.length > 0 && onRecent ? (
              <section aria-label="Recent queries">
                <h3 className={classes.heading}>Recent</h3>
                {recent.map((query) => (
                  <UnstyledButton
                    key={query}
                    className={classes.open ?? ""}
                    onClick={() => {
                      setOpened(false);
                      onRecent(query);
                    }}
                  >
                    <span className="mono truncate">{query}</span>
                  </UnstyledButton>
                ))}
              </section>
            ) : null}
          </div>
        </Popover.Dropdown>
      </Popover>
      {saving ? <SaveDialog page={page} search={search} onClose={() => setSaving(false)} /> : null}
    </>
  );
}

function SavedList({
  items,
  onOpen,
}: {
  items: readonly SavedQuery[];
  onOpen: (search: Record<string, string>) => void;
}) {
  const { user } = useProfile();
  const groups = [
    { name: "Saved by you", queries: items.filter(({ owner_id }) => owner_id === user.id) },
    { name: "Shared", queries: items.filter(({ owner_id }) => owner_id !== user.id) },
  ].filter(({ queries }) => queries.length > 0);
  return groups.map(({ name, queries }) => (
    <section key={name} aria-label={name}>
      <h3 className={classes.heading}>{name}</h3>
      {queries.map((query) => (
        <SavedLine key={query.id} query={query} isOwn={query.owner_id === user.id} onOpen={onOpen} />
      ))}
    </section>
  ));
}

interface SavedLineProps {
  query: SavedQuery;
  isOwn: boolean;
  onOpen: (search: Record<string, string>) => void;
}

function SavedLine({ query, isOwn, onOpen }: SavedLineProps) {
  const can = useCan();
  const remove = useDeleteQuery();
  return (
    <div className={classes.line}>
      <UnstyledButton className={classes.open ?? ""} onClick={() => onOpen(query.search)}>
        <span className="truncate">{query.name}</span>
        {isOwn ? null : <span className="dim truncate">{query.owner_name}</span>}
        {isOwn && query.shared ? (
          <Tooltip label="Shared with everyone">
            <IconUsers size={14} aria-label="Shared" />
          </Tooltip>
        ) : null}
      </UnstyledButton>
      {isOwn || can("observability:write") ? (
        <ActionIcon
          size="sm"
          aria-label={`Delete ${query.name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate(query.id)}
        >
          <IconTrash size={14} />
        </ActionIcon>
      ) : null}
    </div>
  );
}

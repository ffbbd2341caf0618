import { ActionIcon, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ConfigItem } from "@opsplane/contract";
import { IconPlus, IconTopologyStar3, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { Face } from "../ui/faces.tsx";
import { PagedFace } from "../ui/paged-face.tsx";
import { Panel } from "../ui/panel.tsx";
import { AddRelation } from "./add-relation.tsx";
import { CriticalityBadge } from "./badges.tsx";
import { useClassLabel } from "./classes.tsx";
import { ItemLink } from "./item-name.tsx";
import classes from "./item-page.module.css";
import { useUnrelate } from "./mutations.ts";
import { useRelations } from "./queries.ts";
import { type RelatedItem, type RelationGroup, relationGroups } from "./relation-words.ts";

export function RelationsTab({ item, mayWrite }: { item: ConfigItem; mayWrite: boolean }) {
  const relations = useRelations(item.id);
  const [adding, { open, close }] = useDisclosure(false);
  const add = mayWrite ? (
    <Button size="compact-sm" variant="default" leftSection={<IconPlus size={13} />} onClick={open}>
      Add relationship
    </Button>
  ) : null;
  return (
    <Panel title="Relationships" action={relations.data?.total ? add : null}>
      {adding ? <AddRelation item={item} onClose={close} /> : null}
      <PagedFace
        list={relations}
        empty={
          <Face icon={<IconTopologyStar3 size={20} />} title="No relationships yet" actions={add}>
            Add what it runs on, depends on or is part of. Impact analysis uses this.
          </Face>
        }
      >
        {(items) =>
          relationGroups(item.id, items).map((group) => (
            <Group key={group.key} item={item} group={group} mayWrite={mayWrite} />
          ))
        }
      </PagedFace>
    </Panel>
  );
}

interface GroupProps {
  item: ConfigItem;
  group: RelationGroup;
  mayWrite: boolean;
}

function Group({ item, group, mayWrite }: GroupProps) {
  const classLabel = useClassLabel();
  const unrelate = useUnrelate();
  const [removing, setRemoving] = useState<RelatedItem>();
  const sentence = (other: string) => `${item.name} ${group.words} ${other}`;
  return (
    <section className={classes.group} aria-label={`${item.name} ${group.words}`}>
      <h3>
        {item.name} <b>{group.words}</b> ({group.items.length})
      </h3>
      <ul className={classes.rows}>
        {group.items.map(({ relation, other }) => (
          <li key={relation.id} className={classes.row}>
            <ItemLink item={other} />
            <span className={`${classes.kind} dim truncate`}>
              {[classLabel(other.class), other.environment, relation.description].filter(Boolean).join(" · ")}
            </span>
            <CriticalityBadge criticality={other.criticality} />
            {mayWrite ? (
              <ActionIcon
                size={26}
                aria-label={`Remove: ${sentence(other.name)}`}
                onClick={() => setRemoving({ relation, other })}
              >
                <IconTrash size={15} />
              </ActionIcon>
            ) : null}
          </li>
        ))}
      </ul>
      <AskDialog
        opened={removing !== undefined}
        title="Remove relationship?"
        confirm="Remove"
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing && unrelate.mutate(removing.relation.id)}
      >
        “{sentence(removing?.other.name ?? "")}” will no longer count in impact analysis. Both CIs are kept.
      </AskDialog>
    </section>
  );
}

import type { CatalogListItem } from "@opsplane/contract";
import { IconChecklist, IconClock, IconPencil } from "@tabler/icons-react";
import { PlainLink } from "../ui/links.tsx";
import { Tag } from "../ui/tag.tsx";
import classes from "./catalog-cards.module.css";
import { iconOf } from "./icons.ts";
import { hoursWords, plainText } from "./words.ts";

/** The catalog by category, each item as a card. */
export function CatalogCards({ items, mayWrite }: { items: readonly CatalogListItem[]; mayWrite: boolean }) {
  const categories = [...new Set(items.map(({ category }) => category))].sort((one, other) =>
    one === "" ? 1 : other === "" ? -1 : one.localeCompare(other),
  );
  return categories.map((category) => (
    <section key={category} className={classes.category} aria-label={category || "Other"}>
      <h2>{category || "Other"}</h2>
      <ul className={classes.cards}>
        {items
          .filter((item) => item.category === category)
          .map((item) => (
            <Card key={item.id} item={item} mayWrite={mayWrite} />
          ))}
      </ul>
    </section>
  ));
}

function Card({ item, mayWrite }: { item: CatalogListItem; mayWrite: boolean }) {
  const ItemIcon = iconOf(item.icon);
  return (
    <li className={classes.card} data-enabled={item.enabled}>
      <span className={classes.icon} aria-hidden="true">
        <ItemIcon size={18} stroke={1.7} />
      </span>
      <div className={classes.body}>
        <h3>
          <PlainLink className={classes.link} to="/catalog/$id" params={{ id: item.id }}>
            {item.name}
          </PlainLink>
        </h3>
        {item.description ? <p>{plainText(item.description)}</p> : null}
        <div className={classes.facts}>
          {item.enabled ? null : <Tag tone="notice">disabled</Tag>}
          {item.target_hours === null ? null : (
            <span>
              <IconClock size={13} aria-hidden="true" /> within {hoursWords(item.target_hours)}
            </span>
          )}
          <span>
            <IconChecklist size={13} aria-hidden="true" />{" "}
            {item.workflow_definition_name ? "needs approval" : "no approval needed"}
          </span>
        </div>
      </div>
      {mayWrite ? (
        <PlainLink
          className={classes.edit}
          to="/catalog/$id/edit"
          params={{ id: item.id }}
          aria-label={`Edit ${item.name}`}
          title="Edit"
        >
          <IconPencil size={15} />
        </PlainLink>
      ) : null}
    </li>
  );
}

import { PlainLink } from "../ui/links.tsx";
import classes from "./badges.module.css";
import { ClassIcon } from "./classes.tsx";

/** An item as other records name it: icon and link. */
export function ItemLink({ item }: { item: { id: string; name: string; class: string } }) {
  return (
    <PlainLink to="/cmdb/$id" params={{ id: item.id }} className={classes.item} title={item.name}>
      <ClassIcon name={item.class} size={14} />
      <span className="truncate">{item.name}</span>
    </PlainLink>
  );
}

/** An item to be chosen: icon, name, and what tells it from others of that name. */
export function ItemOption({ name, kind, about }: { name: string; kind: string; about: string }) {
  return (
    <span className={classes.item}>
      <ClassIcon name={kind} size={14} />
      <span className="truncate">
        {name} <span className="dim">{about}</span>
      </span>
    </span>
  );
}

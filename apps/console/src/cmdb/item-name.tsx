import { PlainLink } from "../ui/links.tsx";
import classes from "./badges.module.css";
import { ClassIcon } from "./classes.tsx";

/** An item on the page of another record: icon and link. */
export function ItemLink({ item }: { item: { id: string; name: string; class: string } }) {
  return (
    <PlainLink to="/cmdb/$id" params={{ id: item.id }} className={classes.item} title={item.name}>
      <ClassIcon name={item.class} size={14} />
      <span className="truncate">{item.name}</span>
    </PlainLink>
  );
}

/** An item as an option: icon, name, and details that distinguish items of the same name. */
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

import { PlainLink } from "../ui/links.tsx";
import classes from "../ui/list-page.module.css";
import { type Filters, isView, views } from "./filters.ts";

/** The views people open all day, as links. */
export function Views({ filters }: { filters: Filters }) {
  return (
    <nav className={classes.views} aria-label="Views">
      {views.map(({ name, search }) => (
        <PlainLink
          key={name}
          to="/incidents"
          search={search}
          className={classes.view}
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          data-chosen={isView(filters, search)}
          aria-current={isView(filters, search)}
        >
          {name}
        </PlainLink>
      ))}
    </nav>
  );
}

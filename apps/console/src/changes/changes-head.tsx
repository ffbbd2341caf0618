import { IconPlus } from "@tabler/icons-react";
import { ButtonLink, PlainLink } from "../ui/links.tsx";
import classes from "../ui/list-page.module.css";
import { PageHeader } from "../ui/page-header.tsx";

interface ChangesHeadProps {
  calendar: boolean;
  /** As people read it. */
  total: string | undefined;
  mayWrite: boolean;
}

export function ChangesHead({ calendar, total, mayWrite }: ChangesHeadProps) {
  return (
    <div className={classes.head}>
      <PageHeader
        title="Changes"
        note={total === undefined ? undefined : <span aria-live="polite">{total}</span>}
        actions={
          mayWrite ? (
            <ButtonLink to="/changes/new" leftSection={<IconPlus size={15} />}>
              New change
            </ButtonLink>
          ) : null
        }
      />
      <nav className={classes.views} aria-label="Views">
        <ViewLink name="List" chosen={!calendar} search={{}} />
        <ViewLink name="Calendar" chosen={calendar} search={{ view: "calendar" }} />
      </nav>
    </div>
  );
}

interface ViewLinkProps {
  name: string;
  chosen: boolean;
  search: { view?: string };
}

function ViewLink({ name, chosen, search }: ViewLinkProps) {
  return (
    <PlainLink
      to="/changes"
      search={search}
      className={classes.view}
      activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      data-chosen={chosen}
      aria-current={chosen}
    >
      {name}
    </PlainLink>
  );
}

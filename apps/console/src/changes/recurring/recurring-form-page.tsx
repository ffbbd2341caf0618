import type { RecurringChange } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { TextLink } from "../../ui/links.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import classes from "../../ui/record-page.module.css";
import { useRecurringChange } from "./queries.ts";
import { RecurringForm } from "./recurring-form.tsx";

const route = getRouteApi("/changes/recurring/$id");

export function NewRecurringPage() {
  if (!useCan()("itsm:write")) return <ForbiddenPage title="New recurring change" needs="itsm:write" />;
  return <RecurringFrame title="New recurring change" recurring={undefined} />;
}

export function RecurringChangePage() {
  const { id } = route.useParams();
  const can = useCan();
  const query = useRecurringChange(id);
  if (!can("itsm:read")) return <ForbiddenPage title="Recurring change" needs="itsm:read" />;
  return (
    <QueryFace query={query}>
      {(recurring) => <RecurringFrame key={recurring.id} title={recurring.title} recurring={recurring} />}
    </QueryFace>
  );
}

function RecurringFrame({ title, recurring }: { title: string; recurring: RecurringChange | undefined }) {
  return (
    <div className={classes.page}>
      <Crumbs
        parent={
          <TextLink to="/changes/recurring" size="sm" c="dimmed">
            Recurring changes
          </TextLink>
        }
      >
        <span>{recurring ? "Edit" : "New"}</span>
      </Crumbs>
      <PageHeader title={title} />
      <RecurringForm recurring={recurring} />
    </div>
  );
}

import { IconPlus, IconRepeat } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { Face } from "../../ui/faces.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { ListHead } from "../../ui/list/list-page.tsx";
import listClasses from "../../ui/list-page.module.css";
import { PagedFace } from "../../ui/paged-face.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { changeViews } from "../change-views.ts";
import { useRecurringChanges } from "./queries.ts";
import classes from "./recurring.module.css";
import { RecurringTable } from "./recurring-table.tsx";

const route = getRouteApi("/changes/recurring");

export function RecurringPage() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  if (!useCan()("itsm:read")) return <ForbiddenPage title="Recurring changes" needs="itsm:read" />;
  return (
    <div className={listClasses.page}>
      <ListHead title="Recurring changes" actions={<NewRecurringButton />} views={changeViews("Recurring")} />
      <div className={classes.body}>
        <div className={classes.toolbar}>
          <SearchField
            label="Search recurring changes"
            placeholder="Title"
            value={q}
            onChange={(next) => void navigate({ search: { q: next }, replace: true })}
            w={{ base: "100%", xs: 240 }}
          />
        </div>
        <RecurringList q={q} />
      </div>
    </div>
  );
}

function RecurringList({ q }: { q: string }) {
  const list = useRecurringChanges(q);
  return (
    <PagedFace
      list={list}
      empty={
        <Face
          icon={<IconRepeat size={20} />}
          title={q ? "No recurring change matches" : "No recurring changes yet"}
          actions={<NewRecurringButton />}
        >
          {q ? "Try another word." : "Plan routine work once, such as patching on every second Tuesday."}
        </Face>
      }
    >
      {(items) => <RecurringTable changes={items} />}
    </PagedFace>
  );
}

function NewRecurringButton() {
  return useCan()("itsm:write") ? (
    <ButtonLink to="/changes/recurring/new" leftSection={<IconPlus size={15} />}>
      New recurring change
    </ButtonLink>
  ) : null;
}

import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useKeys } from "../keys/keys.tsx";
import { useCan } from "../session/context.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ListHead, ListPage } from "../ui/list/list-page.tsx";
import { useList } from "../ui/list/use-list.ts";
import classes from "../ui/list-page.module.css";
import { Calendar } from "./calendar.tsx";
import { calendarLink, changeViews, listLink } from "./change-views.ts";
import { changeList } from "./list.tsx";
import { NewChangeButton } from "./new-change-button.tsx";

const route = getRouteApi("/changes");

export function ChangesPage() {
  const { view, at } = route.useSearch();
  const navigate = useNavigate();
  const can = useCan();
  const calendar = view === "calendar";
  const group = "Changes";
  useKeys([
    {
      keys: "v",
      label: "List or calendar",
      group,
      run: () => void navigate(calendar ? listLink : calendarLink),
    },
    ...(can("itsm:write")
      ? [{ keys: "N", label: "New change", group, run: () => void navigate({ to: "/changes/new" }) }]
      : []),
  ]);
  if (!can("itsm:read")) return <ForbiddenPage title="Changes" needs="itsm:read" />;
  if (!calendar) return <ChangeList />;
  return (
    <div className={classes.page}>
      <ListHead title="Changes" actions={<NewChangeButton />} views={changeViews("Calendar")} />
      <Calendar at={at} />
    </div>
  );
}

function ChangeList() {
  const list = useList(changeList);
  return <ListPage title="Changes" list={list} actions={<NewChangeButton />} views={changeViews("List")} />;
}

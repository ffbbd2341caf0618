import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useKeys } from "../keys/keys.tsx";
import { useCan } from "../session/context.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import classes from "../ui/list-page.module.css";
import { Calendar } from "./calendar.tsx";
import { ChangeList } from "./change-list.tsx";
import { ChangesHead } from "./changes-head.tsx";

const route = getRouteApi("/changes");

export function ChangesPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const can = useCan();
  const [total, setTotal] = useState<string>();
  const mayWrite = can("itsm:write");
  const calendar = search.view === "calendar";
  useKeys([
    {
      keys: "v",
      label: "List or calendar",
      group: "Changes",
      run: () => void navigate({ to: "/changes", search: calendar ? {} : { view: "calendar" } }),
    },
    ...(mayWrite
      ? [{ keys: "N", label: "New change", group: "Changes", run: () => void navigate({ to: "/changes/new" }) }]
      : []),
  ]);

  if (!can("itsm:read")) return <ForbiddenPage title="Changes" needs="itsm:read" />;
  return (
    <div className={classes.page}>
      <ChangesHead calendar={calendar} total={calendar ? undefined : total} mayWrite={mayWrite} />
      {calendar ? <Calendar at={search.at} /> : <ChangeList search={search} mayWrite={mayWrite} onTotal={setTotal} />}
    </div>
  );
}

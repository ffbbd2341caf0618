import type { OnCallSchedule } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { useSchedule } from "../schedules/queries.ts";
import classes from "../schedules/schedule-page.module.css";
import { ScheduleEditor } from "./schedule-editor.tsx";

const route = getRouteApi("/oncall/schedules/$id/edit");

export function NewSchedulePage() {
  if (!useCan()("oncall:write")) return <ForbiddenPage title="New schedule" needs="oncall:write" />;
  return <EditorFrame schedule={undefined} />;
}

export function EditSchedulePage() {
  const { id } = route.useParams();
  const can = useCan();
  const schedule = useSchedule(id, can("oncall:write"));
  if (!can("oncall:write")) return <ForbiddenPage title="Edit schedule" needs="oncall:write" />;
  if (schedule.error && (schedule.error.status === 404 || schedule.error.status === 422))
    return (
      <NotFound title="Schedule not found">
        <ButtonLink to="/oncall/schedules" variant="default">
          All schedules
        </ButtonLink>
      </NotFound>
    );
  return <QueryFace query={schedule}>{(found) => <EditorFrame key={found.id} schedule={found} />}</QueryFace>;
}

function EditorFrame({ schedule }: { schedule: OnCallSchedule | undefined }) {
  return (
    <div className={classes.page}>
      <Crumbs
        parent={
          <TextLink to="/oncall/schedules" size="sm" c="dimmed">
            Schedules
          </TextLink>
        }
      >
        {schedule ? (
          <TextLink to="/oncall/schedules/$id" params={{ id: schedule.id }} size="sm" c="dimmed">
            {schedule.name}
          </TextLink>
        ) : (
          <span>New</span>
        )}
      </Crumbs>
      <PageHeader title={schedule ? `Edit ${schedule.name}` : "New schedule"} />
      <ScheduleEditor schedule={schedule} />
    </div>
  );
}

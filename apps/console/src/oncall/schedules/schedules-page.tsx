import type { OnCallSchedule } from "@opsplane/contract";
import { IconCalendarTime, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { ZoneTime } from "../../time/zone-time.tsx";
import { Face } from "../../ui/faces.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import classes from "../on-call-frame.module.css";
import { OnCallFrame } from "../on-call-frame.tsx";
import { usePersonColors } from "../people/person-colors.ts";
import { PersonMark } from "../people/person-mark.tsx";
import { useSchedules } from "./queries.ts";

const route = getRouteApi("/oncall/schedules");

export function SchedulesPage() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OnCallFrame title="Schedules" view="Schedules" actions={<NewScheduleButton />}>
      {() => (
        <>
          <div className={classes.toolbar}>
            <SearchField
              label="Search schedules"
              placeholder="Name"
              value={q}
              onChange={(next) => void navigate({ search: { q: next }, replace: true })}
              w={{ base: "100%", xs: 240 }}
            />
          </div>
          <Schedules q={q} />
        </>
      )}
    </OnCallFrame>
  );
}

function Schedules({ q }: { q: string }) {
  const list = useSchedules(q);
  return (
    <PagedFace
      list={list}
      empty={
        <Face
          icon={<IconCalendarTime size={20} />}
          title={q ? "No matching schedules" : "No schedules yet"}
          actions={q ? null : <NewScheduleButton />}
        >
          {q ? "Try a different search." : "A schedule says who is on call, with turns that hand over by themselves."}
        </Face>
      }
    >
      {(items) => <SchedulesTable schedules={items} />}
    </PagedFace>
  );
}

function SchedulesTable({ schedules }: { schedules: readonly OnCallSchedule[] }) {
  const colorOf = usePersonColors(schedules.flatMap(({ users }) => users.map(({ id }) => id)));
  return (
    <div className={table.card}>
      <table className={table.table}>
        <TableHead columns={["Schedule", "On call", { wide: "Next" }, { wide: "People" }, "Coverage"]} />
        <tbody>
          {schedules.map(({ id, name, timezone, on_call, next, next_gap, users }) => (
            <tr key={id}>
              <td>
                <TextLink size="sm" to="/oncall/schedules/$id" params={{ id }} className={table.main ?? ""}>
                  {name}
                </TextLink>
                <div className={table.sub}>{timezone}</div>
              </td>
              <td>
                {on_call?.user ? (
                  <>
                    <PersonMark person={on_call.user} color={colorOf(on_call.user.id)} />
                    <div className={table.sub}>
                      until <ZoneTime at={on_call.to} zone={timezone} />
                    </div>
                  </>
                ) : (
                  <Tag tone="bad">no one</Tag>
                )}
              </td>
              <td className={table.wide}>
                {next?.user ? (
                  <>
                    {next.user.name}
                    <div className={table.sub}>
                      from <ZoneTime at={next.from} zone={timezone} />
                    </div>
                  </>
                ) : (
                  <span className="dim">—</span>
                )}
              </td>
              <td className={table.wide}>{users.length}</td>
              <td>
                {next_gap ? (
                  <>
                    <Tag tone="bad">gap</Tag>
                    <div className={table.sub}>
                      from <ZoneTime at={next_gap.from} zone={timezone} />
                    </div>
                  </>
                ) : (
                  <span title="Someone is on call at any time of the next 30 days">
                    <Tag tone="good">covered</Tag>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function NewScheduleButton() {
  return useCan()("oncall:write") ? (
    <ButtonLink to="/oncall/schedules/new" leftSection={<IconPlus size={15} />}>
      New schedule
    </ButtonLink>
  ) : null;
}

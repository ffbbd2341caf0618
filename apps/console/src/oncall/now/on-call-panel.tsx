import type { NowOnCall } from "@opsplane/contract";
import { useCan } from "../../session/context.tsx";
import { DayTime } from "../../time/zone-time.tsx";
import { PlainLink, TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { type Loadable, QueryFace } from "../../ui/query-face.tsx";
import { usePersonColors } from "../people/person-colors.ts";
import { PersonMark } from "../people/person-mark.tsx";
import classes from "./now.module.css";

const maxSchedules = 8;

/** Who is on call, for Home. Absent without a schedule, unless this person can create one. */
export function OnCallPanel({ now }: { now: Loadable<readonly NowOnCall[]> }) {
  const mayWrite = useCan()("oncall:write");
  const colorOf = usePersonColors(now.data?.flatMap(({ user }) => user?.id ?? []) ?? []);
  // The panels below wait for this one, so that it can be absent without moving them.
  if (!now.error && (now.data === undefined || (now.data.length === 0 && !mayWrite))) return null;
  return (
    <Panel
      title="On call"
      action={
        <TextLink to="/oncall" size="sm">
          On-call
        </TextLink>
      }
    >
      <QueryFace
        query={now}
        isEmpty={({ length }) => length === 0}
        empty={
          <p className={classes.none}>
            No schedule yet, so alerts reach no one.{" "}
            <TextLink to="/oncall/schedules/new" size="sm" underline="always">
              New schedule
            </TextLink>
          </p>
        }
      >
        {(schedules) => (
          <>
            <ul className={classes.lines}>
              {schedules.slice(0, maxSchedules).map(({ schedule, user, until }) => (
                <li key={schedule.id} className={classes.line}>
                  {user ? (
                    <PersonMark person={user} color={colorOf(user.id)} />
                  ) : (
                    <b className={classes.noOne}>No one is on call</b>
                  )}
                  <PlainLink
                    to="/oncall/schedules/$id"
                    params={{ id: schedule.id }}
                    className={`${classes.title} truncate`}
                  >
                    {schedule.name}
                  </PlainLink>
                  {until ? (
                    <span className="dim">
                      until <DayTime at={until} />
                    </span>
                  ) : null}
                </li>
              ))}
            </ul>
            {schedules.length > maxSchedules ? (
              <p className={classes.none}>and {schedules.length - maxSchedules} more</p>
            ) : null}
          </>
        )}
      </QueryFace>
    </Panel>
  );
}

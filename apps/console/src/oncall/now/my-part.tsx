import { IconPhoneCall } from "@tabler/icons-react";
import { DayTime } from "../../time/zone-time.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { OpenPageList } from "../paging/open-page-list.tsx";
import { useMine } from "../paging/queries.ts";
import { CalendarMenu } from "../schedules/calendar-menu.tsx";
import classes from "./now.module.css";

/** Your shifts and your open pages. */
export function MyPart() {
  const mine = useMine();
  return (
    <Panel title="You" action={<CalendarMenu />}>
      <QueryFace query={mine} loading={<span className="dim">Loading…</span>}>
        {({ on_call, shifts, pages }) => {
          // Shifts that have begun are listed from the moment of the answer on.
          const current = on_call ? shifts.filter(({ from }) => from === shifts[0]?.from) : [];
          const next = shifts[current.length];
          // Those that nobody answers are above.
          const open = pages.filter(({ unanswered }) => unanswered === null);
          return (
            <div className={classes.mine}>
              {current.map(({ schedule, to }) => (
                <div key={schedule.id} className={classes.onCall}>
                  <IconPhoneCall size={18} aria-hidden="true" />
                  <span>
                    You are on call for{" "}
                    <TextLink inherit underline="always" to="/oncall/schedules/$id" params={{ id: schedule.id }}>
                      {schedule.name}
                    </TextLink>{" "}
                    until <DayTime at={to} />
                  </span>
                </div>
              ))}
              <div className={current.length > 0 ? "dim" : undefined}>
                {current.length === 0 ? "You are not on call now. " : ""}
                {next ? (
                  <>
                    Your next shift: {next.schedule.name}, <DayTime at={next.from} /> – <DayTime at={next.to} />
                  </>
                ) : (
                  "You have no further shift in the next 30 days."
                )}
              </div>
              <TextLink size="sm" to="/oncall/channels">
                How you are paged
              </TextLink>
              {open.length > 0 ? (
                <div className={classes.myPages}>
                  <h3>Your open pages</h3>
                  <OpenPageList label="Your open pages" pages={open} />
                </div>
              ) : null}
            </div>
          );
        }}
      </QueryFace>
    </Panel>
  );
}

import { Button, Menu } from "@mantine/core";
import type { OnCallSchedule } from "@opsplane/contract";
import { IconCalendarPlus, IconDownload, IconLinkOff, IconRss } from "@tabler/icons-react";
import { useState } from "react";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { useDownloadCalendar, useEndFeed, useNewFeed } from "./queries.ts";

/** The calendar of a schedule, or of your own shifts: a file, and an address for calendar apps. */
export function CalendarMenu({ schedule }: { schedule?: Pick<OnCallSchedule, "id" | "name"> }) {
  const download = useDownloadCalendar();
  const feed = useNewFeed();
  const end = useEndFeed();
  const [asking, setAsking] = useState<"new" | "end">();
  return (
    <>
      <Menu position="bottom-end" width={250}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconCalendarPlus size={15} />} loading={download.isPending}>
            Calendar
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {schedule ? (
            <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => download.mutate(schedule)}>
              Download .ics file
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconRss size={15} />} onClick={() => setAsking("new")}>
            Subscribe from a calendar app
          </Menu.Item>
          <Menu.Item leftSection={<IconLinkOff size={15} />} onClick={() => setAsking("end")}>
            End my calendar address
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <AskDialog
        opened={asking === "new"}
        title={schedule ? `Subscribe to ${schedule.name}?` : "Subscribe to your shifts?"}
        confirm="Create address"
        onClose={() => setAsking(undefined)}
        onConfirm={() => feed.mutate(schedule?.id)}
      >
        Calendar apps read the address without a login, so everyone who has it can read this calendar. Treat it like a
        password. A new address ends the one that you created before.
      </AskDialog>
      <AskDialog
        opened={asking === "end"}
        title="End your calendar address?"
        confirm="End address"
        onClose={() => setAsking(undefined)}
        onConfirm={() => end.mutate(schedule?.id)}
      >
        Calendar apps that use the address get no more updates.
      </AskDialog>
      <SecretOnce title="Calendar address" label="Address" secret={feed.data?.url} onClose={() => feed.reset()}>
        Add it to your calendar app as a calendar from the internet. Everyone who has this address can read the
        calendar.
      </SecretOnce>
    </>
  );
}

import { Input } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useNextTimes } from "./queries.ts";
import classes from "./recurring.module.css";

/** The next five windows begin at these times, or what is wrong with the schedule. */
export function NextTimes({ cron, timezone }: { cron: string; timezone: string }) {
  const [asked] = useDebouncedValue(`${timezone} ${cron}`, 200);
  const [zone = "", ...fields] = asked.split(" ");
  const next = useNextTimes(fields.join(" "), zone);
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
  return (
    <Input.Wrapper label="Next windows begin" error={next.error?.message}>
      {next.error ? null : (
        <ul className={classes.times} aria-busy={next.isPlaceholderData}>
          {next.data?.times.map((time) => (
            <li key={time}>{format.format(new Date(time))}</li>
          ))}
        </ul>
      )}
    </Input.Wrapper>
  );
}

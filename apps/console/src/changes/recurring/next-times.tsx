import { Input } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useNextTimes } from "./queries.ts";
import classes from "./recurring.module.css";

interface NextTimesProps {
  label?: string;
  cron: string;
  timezone: string;
}

/** The next five times of a schedule, or what is wrong with it. */
export function NextTimes({ label = "Next windows begin", cron, timezone }: NextTimesProps) {
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
    <Input.Wrapper label={label} error={next.error?.message}>
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

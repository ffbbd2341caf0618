import { IconPlugConnectedX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useConnection } from "../live/live.tsx";
import { clockTime } from "../time/format.ts";
import { useClock } from "../time/time.tsx";
import frame from "../ui/banner.module.css";
import classes from "./connection-banner.module.css";

/** A stream that ends with its token reconnects within this time, so no banner is needed. */
const patienceMs = 1_500;

/** Warns across the page that its data may be out of date, and since when. */
export function ConnectionBanner() {
  const { status, currentUntil } = useConnection();
  const { mode } = useClock();
  const [late, setLate] = useState(false);
  const lost = status === "reconnecting";
  useEffect(() => {
    if (!lost) return setLate(false);
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [lost]);
  return (
    <div role="status">
      {lost && late ? (
        <div className={`${frame.banner} ${classes.banner}`}>
          <IconPlugConnectedX size={15} aria-hidden="true" />
          <span>Connection lost. Showing data from {clockTime(currentUntil, mode)}. Retrying…</span>
        </div>
      ) : null}
    </div>
  );
}

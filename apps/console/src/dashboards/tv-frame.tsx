import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { absoluteTime } from "../time/format.ts";
import { useClock } from "../time/time.tsx";
import { usePageHeading } from "../ui/page-header.tsx";
import classes from "./dashboards.module.css";
import { type BoardSearch, readValues } from "./search.ts";
import { useWakeLock } from "./use-wake-lock.ts";

interface TvFrameProps {
  id: string;
  title: string;
  search: BoardSearch;
  children: ReactNode;
}

const minSeconds = 10;

/** A dashboard for a screen on the wall: no navigation, large text, the screen stays on. */
export function TvFrame({ id, title, search, children }: TvFrameProps) {
  const heading = usePageHeading(title);
  const navigate = useNavigate();
  const { now, mode } = useClock();
  useWakeLock();
  useRotation(id, search);
  const leave = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    void navigate({ to: "/reports/dashboards/$id", params: { id }, search: {} });
  };
  return (
    <div className={classes.tv}>
      <div className={classes.tvHead}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <span className={classes.tvClock}>{absoluteTime(new Date(now).toISOString(), mode)}</span>
        <ActionIcon size={30} variant="subtle" aria-label="Leave TV mode" onClick={leave}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      {children}
    </div>
  );
}

/** Shows the next dashboard of the list after some seconds. */
function useRotation(id: string, { boards = "", rotate, ...search }: BoardSearch) {
  const navigate = useNavigate();
  const seconds = Math.max(minSeconds, Number(rotate) || 0);
  const ids = readValues(boards);
  const next = ids[(ids.indexOf(id) + 1) % Math.max(1, ids.length)];
  const isRotating = rotate !== undefined && next !== undefined && next !== id;
  const { refresh } = search;
  useEffect(() => {
    if (!isRotating) return;
    const timer = setTimeout(
      () =>
        void navigate({
          to: "/reports/dashboards/$id",
          params: { id: next },
          search: { tv: "1", boards, rotate, refresh },
          replace: true,
        }),
      seconds * 1000,
    );
    return () => clearTimeout(timer);
  }, [isRotating, next, boards, rotate, refresh, seconds, navigate]);
}

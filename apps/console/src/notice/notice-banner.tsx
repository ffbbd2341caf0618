import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import frame from "../ui/banner.module.css";
import classes from "./notice.module.css";
import { useNotice } from "./queries.ts";

/** The notice, above every page. */
export function NoticeBanner() {
  const { data: notice } = useNotice();
  const Icon = notice?.level === "warning" ? IconAlertTriangle : IconInfoCircle;
  return (
    <div role="status" aria-label="Notice">
      {notice?.text ? (
        <div className={`${frame.banner} ${classes.banner}`} data-level={notice.level}>
          <Icon size={15} aria-hidden="true" />
          <span>{notice.text}</span>
        </div>
      ) : null}
    </div>
  );
}

import type { PageNotification } from "@opsplane/contract";
import { DeliveryMark } from "../../records/delivery-list.tsx";
import { TimeText } from "../../time/time.tsx";
import { ChannelIcon } from "../channels/channel-words.tsx";
import { usedSteps } from "./page-words.ts";
import classes from "./paging.module.css";

/** Who was paged when and by what, with the outcome, step by step. */
export function NotificationList({ notifications }: { notifications: readonly PageNotification[] }) {
  return (
    <div className={classes.steps}>
      {usedSteps(notifications).map(({ key, step, cycle, notifications: sent }) => (
        <section key={key} aria-label={step === 0 ? "Admins" : `Step ${step}`}>
          <h3 className={classes.stepTitle}>
            {step === 0 ? "Admins, after the last step" : `Step ${step}`}
            {cycle > 0 ? `, repetition ${cycle}` : ""}
          </h3>
          <ul className={classes.lines}>
            {sent.map((each) => (
              <li key={each.id} className={classes.line}>
                <span className={classes.who}>
                  <b>{each.user?.name ?? each.channel_name}</b> <span className="dim">{each.via}</span>
                </span>
                <span className={classes.by}>
                  <ChannelIcon type={each.channel_type} size={14} />
                  <span className="truncate">{each.channel_name}</span>
                </span>
                <DeliveryMark status={each.status} />
                <span className="dim">
                  <TimeText at={each.sent_at ?? each.due_at} />
                </span>
                {each.error && each.status !== "canceled" ? <span className={classes.error}>{each.error}</span> : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

import { riskLevels } from "@opsplane/contract";
import { ChangeStatusText, riskWords } from "../records/change-badges.tsx";
import { Panel } from "../ui/panel.tsx";
import classes from "./calendar-bar.module.css";

const marked = ["draft", "pending_approval", "approved", "scheduled", "implementing", "completed", "failed"] as const;

export function CalendarLegend() {
  return (
    <Panel title="Legend">
      <div className={classes.legend}>
        {marked.map((status) => (
          <ChangeStatusText key={status} status={status} />
        ))}
      </div>
      <div className={classes.legend}>
        {riskLevels.map((risk) => (
          <span key={risk} className={classes.edge} data-risk={risk}>
            {riskWords[risk]} risk
          </span>
        ))}
      </div>
    </Panel>
  );
}

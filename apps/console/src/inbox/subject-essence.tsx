import { Skeleton } from "@mantine/core";
import { useChange, WindowText } from "../changes/index.ts";
import { RiskBadge, typeWords } from "../records/change-badges.tsx";
import { useRequest } from "../requests/index.ts";
import { useCan } from "../session/context.tsx";
import { InputList } from "../ui/schema-form/input-list.tsx";
import classes from "./inbox.module.css";

/** The facts that an approver reads first: risk, window and items. */
export function ChangeEssence({ id }: { id: string }) {
  const change = useChange(id, useCan()("itsm:read")).data;
  if (!change) return <Skeleton height={18} width="60%" mt={8} />;
  const items = change.items.map(({ name }) => name);
  return (
    <dl className={classes.essence}>
      <div>
        <dt>Risk</dt>
        <dd>
          <RiskBadge risk={change.risk_level} />
        </dd>
      </div>
      <div>
        <dt>Type</dt>
        <dd>{typeWords[change.type]}</dd>
      </div>
      <div>
        <dt>Window</dt>
        <dd>
          <WindowText start={change.requested_start} end={change.requested_end} />
        </dd>
      </div>
      <div>
        <dt>CIs</dt>
        <dd>
          {items.length === 0 ? <span className="dim">None</span> : items.slice(0, 5).join(", ")}
          {items.length > 5 ? ` and ${items.length - 5} more` : ""}
        </dd>
      </div>
    </dl>
  );
}

export function RequestEssence({ id }: { id: string }) {
  const request = useRequest(id, useCan()("itsm:read")).data;
  if (!request) return <Skeleton height={18} width="60%" mt={8} />;
  return (
    <div className={classes.inputs}>
      <InputList form={request.form} inputs={request.inputs} />
    </div>
  );
}
